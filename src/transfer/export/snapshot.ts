import { type Context, createContext, type Settings } from '../../domain/context/context.ts';
import { NAMESPACE } from '../../lib/namespace.ts';
import { type Db, kysely, type Orm } from '../../platform/postgres/orm.ts';

/** Who runs a command may read everything. */
const CONSOLE = { id: 0, login: null, role: 'administrator' } as const;

interface ReadingOptions {
  settings: Settings;
  /** The address of the site, without a slash at the end. */
  site: string;
  /** The host in global ids of this calendar. */
  host: string;
}

/** Runs `work` with a context over one snapshot of the database: writes made meanwhile are not seen. */
export function inSnapshot<T>(
  orm: Orm,
  { settings, site, host }: ReadingOptions,
  work: (context: Context) => Promise<T>,
  now = new Date(),
): Promise<T> {
  const urls = { site, host, rest: `${site}/${NAMESPACE}` };
  const snapshot = kysely(orm.em.fork()).transaction();
  return snapshot
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((db: Db) => work(createContext({ settings, urls, caller: CONSOLE, now, db, orm })));
}
