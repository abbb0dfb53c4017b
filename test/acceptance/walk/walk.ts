/**
 * Walks a year of a calendar: creates it through REST, reads everything back through REST and GraphQL,
 * compares every value, and erases it.
 *
 *   npm run test:walk -- [BASE_URL] [LOGIN:PASSWORD]
 *
 * Without BASE_URL it starts a service of its own. The service must speak revision B; it may have records
 * already. Ends with 1 when anything differs.
 */

import { startOwnServer } from '../own-server.ts';
import { Differences } from './compare.ts';
import { type Created, createWorld, eraseWorld, nothing } from './create.ts';
import { checkGraphql } from './graphql.ts';
import { checkRest } from './rest.ts';
import { Client } from './send.ts';
import { makeWorld, type World } from './world.ts';

async function checkAll(
  client: Client,
  anonymous: Client,
  world: World,
  created: Created,
  differences: Differences,
): Promise<void> {
  await createWorld(client, world, created, differences);
  const singles = await checkRest(client, anonymous, world, created, differences);
  await checkGraphql(client, world, created, singles, differences);
}

/** @returns whether every value matches */
async function walk(url: string, login: string): Promise<boolean> {
  const start = performance.now();
  const client = new Client(url, login);
  const anonymous = new Client(url, null);
  const world = makeWorld(new Date().getUTCFullYear() + 1);
  const created = nothing();
  const differences = new Differences();
  try {
    await checkAll(client, anonymous, world, created, differences);
  } catch (error) {
    differences.add(error instanceof Error ? error.message : String(error));
  } finally {
    await eraseWorld(client, created);
  }
  for (const line of differences.lines) console.log(line);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const requests = client.requests + anonymous.requests;
  console.log(
    `${world.events.length} events, ${requests} requests, ${differences.compared} values compared, ${differences.lines.length} differences, ${seconds} s`,
  );
  return differences.lines.length === 0;
}

const [url, login = ''] = process.argv.slice(2);
if (url === undefined) {
  await using own = await startOwnServer();
  process.exitCode = (await walk(own.url, own.login)) ? 0 : 1;
} else {
  process.exitCode = (await walk(url, login)) ? 0 : 1;
}
