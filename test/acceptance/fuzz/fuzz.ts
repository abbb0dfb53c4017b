import { parseArgs } from 'node:util';
import { startOwnServer } from '../own-server.ts';
import { Random } from '../random.ts';
import { fuzz } from './run.ts';

/**
 * Sends random requests, generated from the service's own OpenAPI document, to a service started for the run: `npm
 * run fuzz -- --requests 10000 --seed 1`.
 */
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});

await using server = await startOwnServer();
const login = { authorization: `Basic ${Buffer.from(server.login).toString('base64')}` };
const start = performance.now();
const { statuses, complaints } = await fuzz(
  `${server.url}/calendar/events/v1`,
  login,
  Number(values.requests),
  new Random(Number(values.seed)),
);
for (const [status, count] of [...statuses].sort(([a], [b]) => a - b)) console.log(`${status}  ${count}`);
for (const complaint of complaints.slice(0, 20)) console.log(`\n${complaint}`);
console.log(
  `\n${complaints.length} of ${values.requests} answers were wrong (seed ${values.seed}, ${Math.round((performance.now() - start) / 1000)} s)`,
);
process.exitCode = complaints.length === 0 ? 0 : 1;
