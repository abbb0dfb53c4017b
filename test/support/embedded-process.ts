import { startEmbedded } from '../../src/platform/embedded-postgres/index.ts';

/** A separate process with an embedded database, for tests that kill it: prints the address, then waits. */
const database = await startEmbedded({ dataDir: process.argv[2] ?? '', log: () => {}, durable: false });
console.log(database.url);
process.once('SIGTERM', () => void database.stop().then(() => process.exit(0)));
