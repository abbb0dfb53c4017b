import { readFileSync } from 'node:fs';
import { type GraphQLFieldResolver, parse } from 'graphql';
import type { Revision } from '../../src/api/contract/types.ts';
import { errorFormatter } from '../../src/api/graphql/errors.ts';
import { createExecutor, type Execute } from '../../src/api/graphql/execute.ts';
import type { Args, Steps } from '../../src/api/graphql/operation-validator.ts';
import { buildSchemas, type Schemas } from '../../src/api/graphql/schema.ts';
import { documentValidator } from '../../src/api/graphql/validation.ts';
import { loadConfig } from '../../src/app/config.ts';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { ANONYMOUS, type Caller } from '../../src/domain/access/caller.ts';
import { type Context, createContext } from '../../src/domain/context/context.ts';
import type { Authorize, OperationSteps } from '../../src/domain/resource/resource.ts';
import { kysely, type Orm, openOrm } from '../../src/platform/postgres/orm.ts';

export const SDL = readFileSync('schema.graphql', 'utf8');
export const { settings: SETTINGS } = loadConfig({});

type Resolve = GraphQLFieldResolver<unknown, Context, Record<string, unknown>>;

interface Shown {
  message: string;
  path?: (string | number)[];
  extensions: Record<string, unknown>;
}

export interface World extends Schemas {
  execute: Execute;
  /** Errors whose details are hidden from callers. */
  reported: unknown[];
  context(caller?: Caller): Context;
  /** Runs a caller's document. @returns the public result */
  run(
    source: string,
    variables?: Record<string, unknown>,
    context?: Context,
  ): Promise<{ data?: unknown; errors?: Shown[] }>;
}

const ROOT_FIELDS = [...SDL.matchAll(/^type (Query|Mutation) \{\n([\s\S]*?)^\}/gm)].flatMap(
  ([, type, body]) =>
    [...(body ?? '').matchAll(/^ {2}(\w+)[(:]/gm)].map(([, field]) => ({ type, field: field ?? '' })),
);

/** Nested lists. */
const INNER_LISTS = [
  ...['Venue', 'Organizer', 'Category', 'Tag'].map((type) => ({ type, field: 'events' })),
  { type: 'Event', field: 'children' },
  { type: 'Series', field: 'occurrences' },
  { type: 'Category', field: 'children' },
  { type: 'User', field: 'applicationPasswords' },
  { type: 'Webhook', field: 'deliveries' },
];

/** Steps of operations by coordinate, if they matter. */
interface Rules {
  authorize?: Record<string, Authorize>;
  check?: Record<string, Steps['check']>;
}

/**
 * The real schema; the test defines results of root fields, all others are empty. `Event.title` and the like
 * may have resolvers by coordinate too.
 */
export async function world(
  ownResolvers: Record<string, Resolve>,
  { authorize = {}, check = {} }: Rules = {},
  revision: Revision = 'B',
): Promise<World> {
  const types: Record<string, Record<string, Resolve>> = {};
  const stubs = Object.fromEntries(
    [...ROOT_FIELDS, ...INNER_LISTS].map(({ type, field }): [string, Resolve] => [
      `${type}.${field}`,
      () => null,
    ]),
  );
  for (const [coordinate, resolve] of Object.entries({ ...stubs, ...ownResolvers })) {
    const [type = '', field = ''] = coordinate.split('.');
    types[type] = { ...types[type], [field]: resolve };
  }
  const { Query = {}, Mutation = {}, ...resolvers } = types;
  const operations = (type: string, fields: Record<string, Resolve>) =>
    Object.fromEntries(
      Object.entries(fields).map(([field, resolve]) => {
        const coordinate = `${type}.${field}`;
        const steps = { authorize: authorize[coordinate] ?? (async () => {}), check: check[coordinate] };
        const run: OperationSteps<Args, unknown>['run'] = async (context, args, record, info) =>
          resolve(record, args, context, info);
        return [field, { ...steps, run }];
      }),
    );
  const schemas = buildSchemas(SDL, revision, [
    {
      entities: [],
      queries: operations('Query', Query),
      mutations: operations('Mutation', Mutation),
      subscriptions: {
        recordChanged: {
          follow: async () => ({ kinds: [], records: null }),
          run: async (_context, _args, change) => change,
        },
      },
      resolvers,
    },
  ]);
  const orm: Orm = await openOrm('postgres://nobody@127.0.0.1:1/nothing', 1, DATABASE_SCHEMA.entities);
  const urls = { site: 'https://cal.test', host: 'cal.test', rest: 'https://cal.test/calendar/events/v1' };
  const context = (caller = ANONYMOUS): Context =>
    createContext({
      settings: SETTINGS,
      urls,
      caller,
      now: new Date('2026-01-01T00:00:00Z'),
      db: kysely(orm.em),
      orm,
    });
  const execute = createExecutor({ ...schemas, schema: schemas.publicSchema });
  const invalid = documentValidator(schemas.publicSchema);
  const reported: unknown[] = [];
  const format = errorFormatter((error) => reported.push(error));
  return {
    ...schemas,
    execute,
    reported,
    context,
    async run(source, variables = {}, one) {
      const document = parse(source);
      const problems = invalid(document);
      const { errors, ...result } =
        problems.length > 0 ? { errors: problems } : await execute(document, variables, one ?? context());
      const shown = errors?.map((error) => format(error.toJSON(), error));
      return JSON.parse(JSON.stringify({ ...result, ...(shown && { errors: shown }) }));
    },
  };
}
