import type { Api, Body, Post, Target } from '../support/words.ts';
import type { World } from '../support/world.ts';
import type { State } from './rights.ts';

/** The ways to address a record: all have the same rights. */
export const WAYS: readonly { api: Api; by: 'id' | 'slug' }[] = [
  { api: 'REST', by: 'id' },
  { api: 'REST', by: 'slug' },
  { api: 'GraphQL', by: 'id' },
  { api: 'GraphQL', by: 'slug' },
];
export const targetOf = (record: Body & { id: number }, by: 'id' | 'slug'): Target =>
  by === 'id' ? record.id : String(record.slug);

/** The required fields of a new record. */
export const needs = (kind: Post, name = 'Something'): Body =>
  kind === 'event' ? { title: name, start_date: '2031-04-05', end_date: '2031-04-05' } : { [kind]: name };
/** The fields that create a record in a state: `future` needs a publication date in the future. */
export const inState = (state: string): Body => ({
  status: state,
  ...(state === 'future' && { date: '2031-09-01' }),
});

/** Creates a record of an owner in a state. */
export const makeOwn = (
  world: World,
  kind: Post,
  owner: number,
  state: State,
  fields: Body = {},
): Promise<Body & { id: number }> =>
  world.make(kind, { ...needs(kind), author: owner, ...inState(state), ...fields });
