import type { Api, Body, Post, Target } from '../support/words.ts';
import type { World } from '../support/world.ts';
import type { State } from './rights.ts';

/** The ways to name a record: the same rights hold for all. */
export const WAYS: readonly { api: Api; by: 'id' | 'slug' }[] = [
  { api: 'REST', by: 'id' },
  { api: 'REST', by: 'slug' },
  { api: 'GraphQL', by: 'id' },
  { api: 'GraphQL', by: 'slug' },
];
export const targetOf = (record: Body & { id: number }, by: 'id' | 'slug'): Target =>
  by === 'id' ? record.id : String(record.slug);

/** What a new record needs. */
export const needs = (kind: Post, name = 'Something'): Body =>
  kind === 'event' ? { title: name, start_date: '2031-04-05', end_date: '2031-04-05' } : { [kind]: name };
/** What makes a record of a state: one that is published has a date to come when it is `future`. */
export const inState = (state: string): Body => ({
  status: state,
  ...(state === 'future' && { date: '2031-09-01' }),
});

/** Creates a record of somebody in a state. */
export const makeOwn = (
  world: World,
  kind: Post,
  owner: number,
  state: State,
  fields: Body = {},
): Promise<Body & { id: number }> =>
  world.make(kind, { ...needs(kind), author: owner, ...inState(state), ...fields });
