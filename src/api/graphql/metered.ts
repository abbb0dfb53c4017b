import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import { budgetOf } from './budget.ts';
import { isMetered, weightOf } from './selection-weight.ts';

const metered =
  (resolve: GraphQLFieldResolver<unknown, Context>): GraphQLFieldResolver<unknown, Context> =>
  (source, args, context, info) => {
    const budget = budgetOf(context);
    if (!budget) return resolve(source, args, context, info);
    return budget.look(
      () => resolve(source, args, context, info),
      () => weightOf(info),
    );
  };

/**
 * Wraps, in place, every field of a schema that finds records, so that it uses the budget of the request.
 * Fields without a resolver are properties of their record, and are counted with it, as scalars are.
 */
export function meter(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      if (isMetered(field)) field.resolve = metered(field.resolve ?? defaultFieldResolver);
  }
}
