import type { Binding, HttpMethod, Operation } from './types.ts';

/** A method at a path: one way to reach an operation. */
export interface Endpoint {
  binding: Binding;
  method: HttpMethod;
}

/** `createEvent` -> `CreateEvent` */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `/happenings/by-slug/{slug}` -> `HappeningsBySlug` */
const wordsOf = (path: string): string =>
  path
    .replace(/\{\w+\}/g, '')
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join('');

export const endpointsOf = ({ bindings }: Operation): Endpoint[] =>
  bindings.flatMap((binding) => binding.methods.map((method) => ({ binding, method })));

/** Whether no earlier path of the operation names its record in the same way (or none, too). */
export function isFirstPath(binding: Binding): boolean {
  const first = binding.operation.bindings.find((other) => wayOf(other) === wayOf(binding));
  return first?.path === binding.path;
}

/** How a path names a record: `id`, `slug`, `venue`. */
const wayOf = ({ names, pathParam }: Binding): string | undefined => names ?? pathParam?.wire;

/** `series_of` -> `SeriesOf` */
const inCapitals = (name: string): string => name.split('_').map(capital).join('');

/**
 * The unique name of an endpoint, also its `operationId`: the operation, the argument in the path, the path where
 * an earlier one has the same argument (or none, too), and the method where the path has several.
 */
export function endpointName({ binding, method }: Endpoint): string {
  const { operation, path } = binding;
  const read = `${operation.reply === 'LIST' ? 'list' : 'get'}${capital(operation.field)}`;
  const way = wayOf(binding) ?? 'id';
  const by = way === 'id' ? '' : `By${inCapitals(way)}`;
  const at = isFirstPath(binding) ? '' : `At${wordsOf(path)}`;
  const methods = operation.bindings.flatMap((other) => (other.path === path ? other.methods : []));
  // Several methods run the same change; PATCH is the one whose meaning in HTTP fits.
  const withMethod = methods.length > 1 && method !== 'PATCH' ? `With${capital(method.toLowerCase())}` : '';
  return `${operation.kind === 'query' ? read : operation.field}${by}${at}${withMethod}`;
}
