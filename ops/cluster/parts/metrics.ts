/** The values in those lines of `/metrics` that match. */
async function values(url: string, line: RegExp): Promise<number[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const matching = text.split('\n').filter((words) => line.test(words));
  return matching.map((words) => Number(words.slice(words.lastIndexOf(' ') + 1)));
}

/** The sum of these values of all instances. */
export async function total(urls: readonly string[], line: RegExp): Promise<number> {
  const all = await Promise.all(urls.map((url) => values(url, line)));
  return all.flat().reduce((sum, value) => sum + value, 0);
}

/** The largest of these values of all instances; 0 where there is none. */
export async function maximum(urls: readonly string[], line: RegExp): Promise<number> {
  const all = await Promise.all(urls.map((url) => values(url, line)));
  return Math.max(0, ...all.flat());
}
