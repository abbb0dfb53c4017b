import { paramNames } from './answer.ts';
import { graphqlVariables, listDocument, restArgument } from './arguments.ts';
import type { TestServer } from './service.ts';
import { type Headers, isRecord, type Kind, LISTS, recordsIn } from './words.ts';

/** The result of a list query, in the same form for both APIs. */
export interface Listed {
  status: number;
  /** Titles or names in order; empty after a failure. */
  names: string[];
  total: number;
  /** The failing parameters, by REST name, sorted. */
  params: string[];
}

/** The title or name of a record, in REST and in GraphQL. */
const namesOf = (kind: Kind): readonly [rest: string, graphql: string] =>
  kind === 'event' ? ['title', 'title'] : [kind === 'venue' || kind === 'organizer' ? kind : 'name', 'name'];
const texts = (records: unknown, key: string): string[] =>
  recordsIn(records).map((record) => String(record[key]));

/** @param query as in REST: `search=jazz&per_page=5`, spaces and `+` unchanged */
export async function listByRest(
  server: TestServer,
  kind: Kind,
  query: string,
  headers: Headers,
): Promise<Listed> {
  const encoded = query.replaceAll(' ', '%20').replaceAll('+', '%2B');
  const response = await server.request('GET', `/${LISTS[kind]}?${encoded}`, undefined, headers);
  const body: unknown = await response.json();
  const { data, total, [LISTS[kind]]: records } = isRecord(body) ? body : {};
  return {
    status: response.status,
    names: texts(records, namesOf(kind)[0]),
    total: Number(total ?? 0),
    params: paramNames(isRecord(data) ? data.params : {}).toSorted(),
  };
}

/** The same query in GraphQL, with REST names in its errors. */
export async function listByGraphql(
  server: TestServer,
  kind: Kind,
  query: string,
  headers: Headers,
): Promise<Listed> {
  const [, name] = namesOf(kind);
  const text = listDocument(kind, `totalCount nodes { ${name} }`);
  const { data, errors } = await server.graphql(text, graphqlVariables(query, kind), headers);
  const page = isRecord(data?.list) ? data.list : {};
  const { status, params } = errors?.[0]?.extensions ?? {};
  if (errors && typeof status !== 'number') throw new Error(`${query}: ${JSON.stringify(errors)}`);
  return {
    status: Number(status ?? 200),
    names: texts(page.nodes, name),
    total: Number(page.totalCount ?? 0),
    // Several elements of a list are one parameter in REST.
    params: [...new Set(paramNames(params).map((path) => restArgument(path, kind)))].toSorted(),
  };
}
