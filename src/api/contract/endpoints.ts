import type { Binding, HttpMethod, Operation } from './types.ts';

/** A method at a path. */
export interface Endpoint {
  binding: Binding;
  method: HttpMethod;
}

/** `createEvent` -> `CreateEvent` */
export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `/happenings/by-slug/{slug}` -> `HappeningsBySlug` */
const pathInPascalCase = (path: string): string =>
  path
    .replace(/\{\w+\}/g, '')
    .split(/[^A-Za-z0-9]+/)
    .map(capitalize)
    .join('');

export const endpointsOf = ({ bindings }: Operation): Endpoint[] =>
  bindings.flatMap((binding) => binding.methods.map((method) => ({ binding, method })));

/** Whether the path is the first of its operation to name the record by this key (or by none). */
export function isFirstPath(binding: Binding): boolean {
  const first = binding.operation.bindings.find((other) => keyOf(other) === keyOf(binding));
  return first?.path === binding.path;
}

/** The key by which a path names a record: `id`, `slug`, `venue`. */
const keyOf = ({ pathArgument, pathParam }: Binding): string | undefined => pathArgument ?? pathParam?.wire;

/** `series_of` -> `SeriesOf` */
const pascalCase = (name: string): string => name.split('_').map(capitalize).join('');

/**
 * The unique name of an endpoint, also its `operationId`. Consists of the operation, the key in the path, the path
 * (if not the first with this key), and the method (if the path has several).
 */
export function endpointName({ binding, method }: Endpoint): string {
  const { operation, path } = binding;
  const read = `${operation.reply === 'LIST' ? 'list' : 'get'}${capitalize(operation.field)}`;
  const key = keyOf(binding) ?? 'id';
  const by = key === 'id' ? '' : `By${pascalCase(key)}`;
  const at = isFirstPath(binding) ? '' : `At${pathInPascalCase(path)}`;
  const methods = operation.bindings.flatMap((other) => (other.path === path ? other.methods : []));
  // Several methods run the same change; the name without a method is for PATCH, which fits best in HTTP.
  const withMethod =
    methods.length > 1 && method !== 'PATCH' ? `With${capitalize(method.toLowerCase())}` : '';
  return `${operation.kind === 'query' ? read : operation.field}${by}${at}${withMethod}`;
}
