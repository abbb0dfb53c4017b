/** Work to do before the process ends, such as sending the remaining traces. */
const tasks: (() => Promise<void>)[] = [];

/** The longest time to wait for it, in milliseconds. */
const PATIENCE_MS = 2_000;

export const atEnd = (task: () => Promise<void>): void => void tasks.push(task);

/** Never rejects. */
export async function endAll(): Promise<void> {
  const all = Promise.allSettled(tasks.map((task) => task()));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]);
}
