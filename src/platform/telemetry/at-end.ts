/** What has to be done before the process ends, such as sending the remaining traces. */
const tasks: (() => Promise<void>)[] = [];

/** The longest time that the end waits for it, in milliseconds. */
const PATIENCE_MS = 2_000;

export const atEnd = (task: () => Promise<void>): void => void tasks.push(task);

/** Does all of it. Never rejects. */
export async function endAll(): Promise<void> {
  const all = Promise.allSettled(tasks.map((task) => task()));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]);
}
