import type { OperationDeps } from '../../api/feeds/events.ts';
import { Runner } from '../../api/graphql/runner.ts';
import type { Schemas } from '../../api/graphql/schema.ts';
import { type Context, createContext, type Settings, type SiteUrls } from '../../domain/context/context.ts';
import { firstAdministrator } from '../../domain/users/user.record.ts';
import { NAMESPACE } from '../../lib/namespace.ts';
import { type Db, kysely, type Orm } from '../../platform/postgres/orm.ts';

/** The operations of REST and GraphQL, for commands. */
export const operationsOf = (schemas: Schemas): OperationDeps => ({
  ...schemas,
  runner: new Runner(schemas.schema),
});

interface Site {
  readonly settings: Settings;
  /** The site's address, without a trailing slash. */
  readonly site: string;
  /** The host in this calendar's global ids. */
  readonly host: string;
}

const urlsOf = ({ site, host }: Omit<Site, 'settings'>): SiteUrls => ({
  site,
  host,
  rest: `${site}/wp-json/${NAMESPACE}`,
});

/** The context of a command, with all rights. The first administrator is the author of new records. */
export async function commandContext(
  orm: Orm,
  { settings, baseUrl: site = 'http://localhost' }: Pick<Site, 'settings'> & { baseUrl?: string | undefined },
  now = new Date(),
): Promise<Context> {
  const em = orm.em.fork();
  const administrator = await firstAdministrator(em);
  const caller = { id: administrator?.id ?? 0, login: null, role: 'administrator' } as const;
  const urls = urlsOf({ site, host: new URL(site).hostname });
  return createContext({ orm, db: kysely(em), settings, urls, caller, now });
}

/** Runs `work` with a context on one snapshot of the database, which concurrent writes do not affect. */
export function inSnapshot<T>(
  orm: Orm,
  { settings, ...site }: Site,
  work: (context: Context) => Promise<T>,
  now = new Date(),
): Promise<T> {
  const caller = { id: 0, login: null, role: 'administrator' } as const;
  const snapshot = kysely(orm.em.fork()).transaction();
  return snapshot
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((db: Db) => work(createContext({ settings, urls: urlsOf(site), caller, now, db, orm })));
}
