import type { EntityManager } from '@mikro-orm/postgresql';
import { loadConfig } from '../../src/app/config.ts';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { ANONYMOUS, type Caller } from '../../src/domain/access/caller.ts';
import type { Role } from '../../src/domain/access/role.ts';
import type { AccessServices } from '../../src/domain/access/services.ts';
import { type Context, createContext } from '../../src/domain/context/context.ts';
import { ServiceError } from '../../src/lib/errors.ts';
import { type Db, kysely, openOrm } from '../../src/platform/postgres/orm.ts';
import { createTestDatabase } from './database.ts';

export const NOW = new Date('2031-03-01T12:00:00Z');

export interface Store {
  db: Db;
  /** A new unit of work at each call. */
  readonly em: EntityManager;
  /** A new request, by default of an editor. */
  context(role?: Role | 'anonymous', id?: number, parts?: { access?: AccessServices; db?: Db }): Context;
  /** Stores an event, by default published an hour ago. @returns its id */
  event(values?: {
    status?: string;
    publishedUtc?: string;
    authorId?: number;
    terms?: readonly number[];
  }): Promise<number>;
  close(): Promise<void>;
}

/** A migrated database of its own, without records. */
export async function openStore(): Promise<Store> {
  const database = await createTestDatabase();
  const orm = await openOrm(database.url, 8, DATABASE_SCHEMA.entities);
  const db = kysely(orm.em.fork());
  const caller = (role: Role | 'anonymous', id: number): Caller =>
    role === 'anonymous' ? ANONYMOUS : { id, login: role, role };
  let events = 0;
  return {
    db,
    get em() {
      return orm.em.fork();
    },
    context: (role = 'editor', id = 7, parts = {}) =>
      createContext({
        settings: loadConfig({}).settings,
        urls: {
          site: 'https://cal.example.net',
          host: 'cal.example.net',
          rest: 'https://cal.example.net/wp-json/calendar/events/v1',
        },
        caller: caller(role, id),
        now: NOW,
        db,
        orm,
        ...parts,
      }),
    async event({ status = 'publish', publishedUtc = '2031-03-01 11:00:00', authorId = 7, terms = [] } = {}) {
      const times = { start_local: '2031-04-01 10:00:00', end_local: '2031-04-01 11:00:00', timezone: 'UTC' };
      const utc = {
        start_utc: times.start_local,
        end_utc: times.end_local,
        published_utc: publishedUtc,
        modified_utc: publishedUtc,
      };
      const row = {
        author_id: authorId,
        status: status as 'publish',
        title: 'Event',
        slug: `event-${++events}`,
        ...times,
        ...utc,
      };
      const { id } = await db.insertInto('event').values(row).returning('id').executeTakeFirstOrThrow();
      if (terms.length > 0)
        await db
          .insertInto('event_term')
          .values(terms.map((term) => ({ event_id: id, term_id: term })))
          .execute();
      return id;
    },
    async close() {
      await orm.close();
      await database.drop();
    },
  };
}

/** The service error of the failing work, without its stack. */
export async function failure(
  work: Promise<unknown>,
): Promise<{ code: string; status: number; problems: string[]; data: unknown }> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return {
      code: error.code,
      status: error.status,
      problems: Object.keys(error.problems ?? {}),
      data: error.data,
    };
  }
  throw new Error('nothing failed');
}
