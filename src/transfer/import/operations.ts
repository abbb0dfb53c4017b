import { type DocumentNode, type GraphQLSchema, parse, validate } from 'graphql';
import { createExecutor, type Execute } from '../../api/graphql/execute.ts';
import { variablesAsSent } from '../../api/graphql/input-parsers.ts';
import type { Schemas } from '../../api/graphql/schema.ts';
import { type Context, createContext, type Settings, type SiteUrls } from '../../domain/context/context.ts';
import { firstAdministrator } from '../../domain/users/user.record.ts';
import { NAMESPACE } from '../../lib/namespace.ts';
import { property } from '../../lib/object.ts';
import { kysely, type Orm } from '../../platform/postgres/orm.ts';

/** Runs operations of the GraphQL API without HTTP. */
export class Operations {
  readonly schema: GraphQLSchema;
  readonly #execute: Execute;

  constructor(schemas: Schemas) {
    this.schema = schemas.schema;
    this.#execute = createExecutor(schemas);
  }

  /** @throws Error for a document that does not fit the schema */
  document(text: string): DocumentNode {
    const document = parse(text);
    const errors = validate(this.schema, document);
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
    return document;
  }

  /**
   * @param variables with the words of REST for enums
   * @returns the data of the answer @throws ServiceError as the operation does
   */
  async execute(
    document: DocumentNode,
    variables: Readonly<Record<string, unknown>>,
    context: Context,
  ): Promise<unknown> {
    const { data, errors } = await this.#execute(
      document,
      variablesAsSent(this.schema, document, variables),
      context,
    );
    const [error] = errors ?? [];
    if (error) throw error.originalError ?? error;
    return data;
  }
}

/** A field of the `record` that an operation answers. */
export const recordField = (data: unknown, name: string): unknown => property(property(data, 'record'), name);

/** The id of the `record` that an operation answers. */
export const recordId = (data: unknown): number => Number(recordField(data, 'id'));

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
