import type { Context } from '../context.ts';
import type { Entities } from '../database/orm.ts';
import type { Resolvers } from '../generated/schema.ts';

/** The record an operation is about, as far as it is named. */
export interface Target {
  id?: number | null | undefined;
  slug?: string | null | undefined;
}

/**
 * Decides whether the caller may run an operation on its target, before any parameter is looked at. @throws
 * ServiceError 401, 403, 404 or 410
 */
export type Authorize = (context: Context, target: Target) => Promise<void> | void;

/** What a resource folder gives to the schema: one line in resources.ts. */
export interface Resource {
  resolvers: Resolvers;
  entities: Entities;
  /**
   * By coordinate, such as `Mutation.updateEvent`. Operations that are not listed are open to everyone and
   * filter what they show.
   */
  authorize: Record<string, Authorize>;
}

/** What all resources store. */
export const storedBy = (resources: Readonly<Record<string, Resource>>): Entities =>
  Object.values(resources).flatMap(({ entities }) => entities);
