import type { Headers } from '../support/words.ts';
import type { World } from '../support/world.ts';
import { type DeskClient, type DeskResponse, signedIn } from './desk-client.ts';

/** A new user at the desk, and the same user for the APIs. */
export interface RoleClient {
  readonly desk: DeskClient;
  readonly id: number;
  readonly as: Headers;
}

export async function roleClient(world: World, role: string, login: string = role): Promise<RoleClient> {
  const desk = await signedIn(world, role, login);
  return { desk, id: desk.userId, as: desk.as };
}

/** The names of the entries of a list, without links and badges. */
export const namesIn = ({ html }: DeskResponse): string[] =>
  [...html.matchAll(/<h3[^>]*>(?:<a [^>]*>)?([^<]*)/g)].map(([, name = '']) => name.trim());

/** The ids of the entries with a link to their form. */
export const editableIn = ({ html }: DeskResponse): number[] =>
  [...html.matchAll(/<h3[^>]*><a href="[^"]*\/desk\/\w+\/(\d+)"/g)].map(([, id]) => Number(id));

/** The actions on each entry of a list, as in their addresses. */
export const actionsIn = ({ html }: DeskResponse, id: number): string[] =>
  [...html.matchAll(new RegExp(`/desk/\\w+/${id}/(\\w+)`, 'g'))].map(([, name = '']) => name);
