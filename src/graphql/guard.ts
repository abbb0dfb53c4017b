import type { GraphQLFieldResolver } from 'graphql';
import type { Context } from '../context.ts';
import { invalidParams, ServiceError } from '../errors.ts';
import type { Authorize, Target } from '../records/resource.ts';
import { type Args, atPaths, checkArguments, combined, isEmpty, type RootField } from './bounds.ts';
import { budgetOf } from './budget.ts';

export type RootResolver = GraphQLFieldResolver<unknown, Context, Args>;

/** The record that the arguments name. */
const targetOf = ({ id, slug }: Args): Target => ({
  ...(typeof id === 'number' && { id }),
  // Blanks are a slug that no record has; without a single character, none was given.
  // PostgreSQL cannot compare with the character NUL; with another one that no slug has, the slug names no
  // record as well.
  ...(typeof slug === 'string' &&
    (slug.trim() !== '' || (slug !== '' && typeof id !== 'number')) && {
      slug: slug.replaceAll('\0', '\ufffd'),
    }),
});

const count = ({ id, slug }: Target): number => Number(id !== undefined) + Number(slug !== undefined);

/**
 * Callers who may not run the operation at all learn that first; other refusals are about a record, and none
 * was named.
 */
async function authorizeUnnamed(context: Context, authorize: Authorize | undefined): Promise<void> {
  try {
    await authorize?.(context, {});
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status === 401 || error.status === 403) throw error;
  }
}

/** Of what one request asks for only some is looked up at once; mutations run one after another anyway. */
const inTurn = <T>(context: Context, work: () => Promise<T>): Promise<T> =>
  budgetOf(context)?.roots.take(work) ?? work();

/**
 * Puts before a root field's resolver what every operation needs: authorisation before everything else
 * (decisions.md 32), then the bounds of the contract, reported together with what the resource itself finds.
 */
export function guard(
  field: RootField,
  authorize: Authorize | undefined,
  resolve: RootResolver,
): RootResolver {
  const isSingle = ['id', 'slug'].every((name) => field.args.some((arg) => arg.name === name));
  return async (source, given, context, info) => {
    const target = targetOf(given);
    if (isSingle && count(target) === 0) {
      await authorizeUnnamed(context, authorize);
      throw invalidParams({
        id: { message: 'an id or a slug is needed', code: 'rest_missing_callback_param' },
      });
    }
    await authorize?.(context, target);
    // The record that was authorised must be the one that is changed.
    if (isSingle && count(target) === 2)
      throw invalidParams({
        slug: { message: 'give an id or a slug, not both', code: 'rest_invalid_param' },
      });
    const { args, failures } = checkArguments(
      field,
      isSingle ? { ...given, id: target.id, slug: target.slug } : given,
    );
    const problems = { ...context.problems, ...failures };
    const before = context.problems;
    // Keeps a mutation from writing. Mutations run one after another, so nobody else sees this; queries in
    // parallel would.
    if (field.isMutation) context.problems = problems;
    try {
      const find = async (): Promise<unknown> => resolve(source, args, context, info);
      const result: unknown = await (field.isRoot ? inTurn(context, find) : find());
      if (isEmpty(problems)) return result;
    } catch (error) {
      throw combined(field, problems, error);
    } finally {
      if (field.isMutation) context.problems = before;
    }
    throw invalidParams(atPaths(field, problems));
  };
}
