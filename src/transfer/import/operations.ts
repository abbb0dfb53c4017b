import type { OperationDeps } from '../../api/feeds/events.ts';
import { Runner } from '../../api/graphql/runner.ts';
import type { Schemas } from '../../api/graphql/schema.ts';
import { type Context, createContext, type Settings, type SiteUrls } from '../../domain/context/context.ts';
import { firstAdministrator } from '../../domain/users/user.record.ts';
import { NAMESPACE } from '../../lib/namespace.ts';
import { kysely, type Orm } from '../../platform/postgres/orm.ts';

/** The operations of REST and GraphQL, for a command. */
export const operationsOf = (schemas: Schemas): OperationDeps => ({
  ...schemas,
  runner: new Runner(schemas.schema),
});

const publicUrls = (baseUrl = 'http://localhost'): SiteUrls => ({
  site: baseUrl,
  host: new URL(baseUrl).hostname,
  rest: `${baseUrl}/wp-json/${NAMESPACE}`,
});

/**
 * The context of a command, which may do everything. The first administrator is the author of what it
 * creates.
 */
export async function commandContext(
  orm: Orm,
  { settings, baseUrl }: { readonly settings: Settings; readonly baseUrl: string | undefined },
  now = new Date(),
): Promise<Context> {
  const em = orm.em.fork();
  const administrator = await firstAdministrator(em);
  const caller = { id: administrator?.id ?? 0, login: null, role: 'administrator' } as const;
  return createContext({ orm, db: kysely(em), settings, urls: publicUrls(baseUrl), caller, now });
}
