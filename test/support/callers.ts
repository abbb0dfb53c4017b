import { ROLE_NAMES, type RoleName, type State } from '../access/rights.ts';
import { basic } from './service.ts';
import { type Answer, type Body, type Face, isRecord, openWorld, type World } from './world.ts';

export interface Callers extends World {
  /** Headers by which each role is known. */
  readonly as: Record<RoleName, Record<string, string>>;
  /** Ids of one user of each role; 0 for anonymous callers. */
  readonly ids: Record<RoleName, number>;
  /** Creates a record of somebody in a state. */
  own(kind: Post, owner: number, state: State, fields?: Body): Promise<Body & { id: number }>;
}

export const POSTS = ['event', 'venue', 'organizer'] as const;
export type Post = (typeof POSTS)[number];
/** The ways to name a record: the same rights hold for all. */
export const WAYS: readonly { face: Face; by: 'id' | 'slug' }[] = [
  { face: 'REST', by: 'id' },
  { face: 'REST', by: 'slug' },
  { face: 'GraphQL', by: 'id' },
  { face: 'GraphQL', by: 'slug' },
];
export const targetOf = (record: Body & { id: number }, by: 'id' | 'slug'): number | string =>
  by === 'id' ? record.id : String(record.slug);

/** What a new record needs. */
export const needs = (kind: Post, name = 'Something'): Body =>
  kind === 'event' ? { title: name, start_date: '2031-04-05', end_date: '2031-04-05' } : { [kind]: name };
/** What makes a record of a state: one that is published has a date to come when it is `future`. */
export const inState = (state: string): Body => ({
  status: state,
  ...(state === 'future' && { date: '2031-09-01' }),
});

/** An application password for a new user. */
export async function newUser(
  { server }: World,
  login: string,
  role: string,
): Promise<{ id: number; password: string }> {
  const created = await server.graphql(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
    {
      input: { login, role },
    },
  );
  const user = created.data?.createUser;
  const given = await server.graphql(
    'mutation ($user: UserRef!) { createApplicationPassword(user: $user, name: "Test") { password } }',
    {
      user: login,
    },
  );
  const password = given.data?.createApplicationPassword;
  if (!isRecord(user) || !isRecord(password)) throw new Error(JSON.stringify([created, given]));
  return { id: Number(user.id), password: String(password.password) };
}

/** A server with one user of each role. */
export async function openCallers(): Promise<Callers> {
  const world = await openWorld();
  const as = { anonymous: {} } as Record<RoleName, Record<string, string>>;
  const ids = { anonymous: 0 } as Record<RoleName, number>;
  for (const role of ROLE_NAMES) {
    if (role === 'anonymous') continue;
    const { id, password } = await newUser(world, `the-${role}`, role);
    as[role] = basic(`the-${role}`, password);
    ids[role] = id;
  }
  return {
    ...world,
    as,
    ids,
    own: (kind, owner, state, fields = {}) =>
      world.make(kind, { ...needs(kind), author: owner, ...inState(state), ...fields }),
  };
}

/** Reads a record through either face, as somebody. */
export async function readAs(
  world: World,
  face: Face,
  kind: Post,
  target: number | string,
  headers: Record<string, string>,
): Promise<Pick<Answer, 'status' | 'code'>> {
  if (face === 'REST') {
    const path = typeof target === 'number' ? `/${kind}s/${target}` : `/${kind}s/by-slug/${target}`;
    const response = await world.server.request('GET', path, undefined, headers);
    const body: unknown = await response.json();
    return { status: response.status, code: response.ok || !isRecord(body) ? undefined : String(body.code) };
  }
  const [name, type] = typeof target === 'number' ? ['id', 'Int'] : ['slug', 'String'];
  const answer = await world.server.graphql(
    `query ($target: ${type}) { ${kind}(${name}: $target) { id } }`,
    { target },
    headers,
  );
  const [error] = answer.errors ?? [];
  return error
    ? { status: Number(error.extensions.status), code: String(error.extensions.code) }
    : { status: 200, code: undefined };
}
