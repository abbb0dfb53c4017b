import { setTimeout as pause } from 'node:timers/promises';
import type { EmbeddedDatabaseError } from './errors.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';

/**
 * Starts the server, and restarts it whenever it ends without having been asked to, for example because
 * memory ran out.
 */
export async function keepRunning(options: ServerOptions): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  let server: Server | undefined = await startWithRetries(options);
  let watching = watch(server);

  async function watch(present: Server): Promise<void> {
    const reason = await present.ended;
    if (stopping) return;
    options.log(`The embedded database ended unexpectedly (${reason}) and is started again.`);
    server = undefined;
    for (let wait = 100; !stopping && server === undefined; wait = Math.min(wait * 2, 10_000)) {
      server = await startWithRetries(options).catch(
        (error: EmbeddedDatabaseError) => void options.log(error.message),
      );
      if (server === undefined) await pause(wait);
    }
    if (server === undefined) return;
    if (stopping) return server.stop();
    watching = watch(server);
  }

  return {
    async stop() {
      stopping = true;
      await server?.stop();
      await watching;
    },
  };
}

/**
 * After `kill -9` of the server its other processes take a moment to notice, and keep the cluster locked
 * until then.
 */
async function startWithRetries(options: ServerOptions): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startServer(options);
    } catch (error) {
      const busy = /pre-existing shared memory block|lock file ".*" already exists/.test(
        (error as Error).message,
      );
      if (!busy || attempt === 20) throw error;
      await pause(250);
    }
  }
}
