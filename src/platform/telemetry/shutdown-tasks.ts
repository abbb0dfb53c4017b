/** Work that must be done before the process exits, such as sending the remaining traces. */
const tasks: (() => Promise<void>)[] = [];

/** How long the shutdown waits for the tasks, in milliseconds. */
const TIMEOUT_MS = 2_000;

export const addShutdownTask = (task: () => Promise<void>): void => void tasks.push(task);

/** Runs all tasks. Never rejects. */
export async function runShutdownTasks(): Promise<void> {
  const all = Promise.allSettled(tasks.map((task) => task()));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS).unref())]);
}
