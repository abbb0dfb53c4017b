import type { Contract } from './types.ts';

/**
 * The REST path that reads records of a type: the list, or with `by` one record, `/events/by-slug/{slug}`.
 * @param record name of the GraphQL type, case-insensitive
 * @throws Error at start if there is no such path
 */
export function pathOf({ routes }: Contract, record: string, by: 'slug' | null): string {
  const route = routes.find(
    ({ pathParam, bindings }) =>
      (pathParam?.wire ?? null) === by &&
      bindings.some(
        ({ operation, pathArgument }) =>
          pathArgument === null &&
          operation.kind === 'query' &&
          operation.record.toLowerCase() === record.toLowerCase(),
      ),
  );
  if (!route) throw new Error(`REST reads no ${record} by ${by ?? 'list'}`);
  return route.path;
}
