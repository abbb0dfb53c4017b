import { loadConfig } from '../../src/app/config.ts';
import { startService } from '../../src/app/server.ts';
import { createLogger } from '../../src/platform/telemetry/log.ts';
import { openSeeded } from '../support/database.ts';
import { sampleEvents, sampleLinks } from '../support/sample.ts';
import { AUTHORIZATION, LOGIN, NAMESPACE, PASSWORD } from '../support/service.ts';
import { CallCounters } from './functions.ts';

const EVENTS = 1_000;
/** What is asked for the first time is prepared, and does more than what comes again. */
const WARM = 3;
/** What the service does by itself at times, such as reading the log of changes, is not in each of so many. */
const COUNTED = 10;

/** The functions that each kind of request runs, by its name. */
type Counted = ReadonlyMap<string, readonly string[]>;

/** Counts the functions of one warm request of each kind, whose answer is computed. */
export async function countFunctions(dataDir: string): Promise<Counted> {
  const { database } = await openSeeded(dataDir, EVENTS);
  const config = loadConfig({
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO_DATA: 'false',
    RESPONSE_CACHE: 'off',
    ADMIN_USER: LOGIN,
    ADMIN_PASSWORD: PASSWORD,
  });
  const log = await createLogger('silent', 'json');
  const service = await startService({ config, databaseUrl: database.url, log });
  const counters = new CallCounters();
  try {
    const ask = asker(service.url);
    const { ids } = await sampleEvents(database.url);
    const links = await sampleLinks(database.url);
    const made: number[] = [];
    const event = (n: number): object => ({
      title: `Counted evening ${n}`,
      start_date: '2035-06-01 19:00:00',
      end_date: '2035-06-01 22:00:00',
      venue: links.venue,
      organizer: [links.organizer],
      categories: [links.category],
      tags: [links.tag],
    });
    const kinds: [string, (n: number) => Promise<unknown>][] = [
      ['list', () => ask('GET', '/events?per_page=10')],
      ['single', () => ask('GET', `/events/${ids[0]}`)],
      ['create', async (n) => made.push((await ask('POST', '/events', event(n))).id)],
      ['change', (n) => ask('PATCH', `/events/${made[n]}`, { title: `Changed evening ${n}` })],
      ['trash', (n) => ask('DELETE', `/events/${made[n]}`)],
    ];
    await counters.start();
    const counted = new Map<string, readonly string[]>();
    for (const [kind, run] of kinds) {
      for (let n = 0; n < WARM; n += 1) await run(n);
      let functions: readonly string[] | undefined;
      for (let n = WARM; n < WARM + COUNTED; n += 1) {
        const ran = await counters.during(() => run(n));
        functions = functions?.filter((one) => ran.includes(one)) ?? ran;
      }
      counted.set(kind, functions ?? []);
    }
    return counted;
  } finally {
    counters.stop();
    await service.stop();
    await database.stop();
  }
}

/** Asks the service, writes as its administrator. @throws Error for everything but success */
const asker =
  (url: string) =>
  async (method: string, path: string, body?: object): Promise<{ id: number }> => {
    const response = await fetch(`${url}${NAMESPACE}${path}`, {
      method,
      headers: {
        ...(method !== 'GET' && { Authorization: AUTHORIZATION }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
