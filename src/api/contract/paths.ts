import type { Contract } from './types.ts';

/**
 * The path by which REST reads records of a type, `/events/by-slug/{slug}`: the list, or one by its slug.
 * @param record the name of the type, in any case
 * @throws Error at start when there is none
 */
export function pathOf({ routes }: Contract, record: string, by: 'slug' | null): string {
  const route = routes.find(
    ({ pathParam, bindings }) =>
      (pathParam?.wire ?? null) === by &&
      bindings.some(
        ({ operation, names }) =>
          names === null &&
          operation.kind === 'query' &&
          operation.record.toLowerCase() === record.toLowerCase(),
      ),
  );
  if (!route) throw new Error(`REST reads no ${record} by ${by ?? 'list'}`);
  return route.path;
}
