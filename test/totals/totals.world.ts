import { sql } from 'kysely';
import { horizonOf } from '../../src/domain/series/index.ts';
import type { TotalScope } from '../../src/domain/totals/index.ts';
import { materializeScope } from '../../src/domain/totals/maintenance.ts';
import { mergeTotals } from '../../src/domain/totals/merge.ts';
import { toUtc } from '../../src/lib/date-time.ts';
import { onStatement } from '../../src/platform/postgres/monitoring.ts';
import { type Db, kysely } from '../../src/platform/postgres/orm.ts';
import { eventually, pause } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** In the middle of a day on the site's clock, which lies between two others in UTC. */
const FIRST = new Date('2027-03-14T15:30:00Z');
const DAY_MS = 86_400_000;
export const ZONE = 'America/New_York';

/** A small calendar whose totals are materialized although it is small. */
export interface TotalsWorld {
  readonly server: TestServer;
  readonly db: Db;
  /** Keeps totals, as the service does for large calendars. @returns how many were wrong or missing */
  make(scope: TotalScope): Promise<number>;
  merge(): Promise<void>;
  /** The day on the site's clock. */
  today(): string;
  /** Lets days pass, and series be stored for as long as they are kept then: a list waits a second for that. */
  pass(days: number): Promise<void>;
  /** The total of a list, and whether rows were counted for it. */
  total(query: string, headers?: Record<string, string>): Promise<{ total: number; isCounted: boolean }>;
  /** The same by another way: filters that share it, and have no materialized totals. */
  count(query: string, headers?: Record<string, string>): Promise<number>;
  post(path: string, body: object): Promise<{ id: number }>;
}

const isCount = (text: string): boolean => text.includes('select count(*)::int as total from "event"');

/** Waits for its turn: the service merges, too. */
async function inTurn(work: () => Promise<number | undefined>): Promise<number> {
  for (;;) {
    const result = await work();
    if (result !== undefined) return result;
    await pause(5);
  }
}

export async function openTotals(env: Record<string, string> = {}): Promise<TotalsWorld> {
  let now = FIRST;
  const server = await startTestServer({ env: { TIMEZONE: ZONE, MEMORY: 'off', ...env }, clock: () => now });
  const db = kysely(server.orm.em.fork());
  const ask = async (query: string, headers: Record<string, string> = {}): Promise<number> => {
    const response = await server.request('GET', `/events?per_page=1&${query}`, undefined, headers);
    if (!response.ok) throw new Error(`${query}: ${await response.text()}`);
    return Number(response.headers.get('x-wp-total'));
  };
  return {
    server,
    db,
    make: (scope) => inTurn(() => materializeScope(server.orm, db, scope)),
    merge: () => mergeTotals(db),
    today: () => now.toISOString().slice(0, 10),
    async pass(days) {
      now = new Date(now.getTime() + days * DAY_MS);
      await ask('');
      await eventually('series are rolled forward', async () => {
        const { rows } = await sql`
          select from series where rolled_until_utc < ${horizonOf(toUtc(now))}::timestamp`.execute(db);
        return rows.length === 0;
      });
    },
    async total(query, headers) {
      let isCounted = false;
      const end = onStatement(({ text }) => {
        isCounted ||= isCount(text);
      });
      try {
        return { total: await ask(query, headers), isCounted };
      } finally {
        end();
      }
    },
    count: async (query, headers) =>
      (await ask(`${query}&ticketed=true`, headers)) + (await ask(`${query}&ticketed=false`, headers)),
    async post(path, body) {
      const response = await server.request('POST', path, body);
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      return (await response.json()) as { id: number };
    },
  };
}

/** The ids of a category and all below it, in order. */
export async function treeOf(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive tree as (
      select id from term where id = ${id} union select term.id from tree join term on term.parent_id = tree.id
    ) select id from tree order by id`.execute(db);
  return rows.map((row) => row.id);
}
