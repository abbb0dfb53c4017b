import { isObject } from '../../lib/object.ts';
import type { Param } from './types.ts';

/** The error of one refused value: a message for the caller and a machine-readable code. */
export interface Failure {
  message: string;
  code: string;
}

/** Fields of input types by type name, for objects inside a value (`@objects`). */
export type Inputs = ReadonlyMap<string, readonly Param[]>;

/** Thrown for a refused value; caught per parameter. */
export class InvalidValue extends Error {
  readonly code: string;
  constructor(message: string, code = 'rest_invalid_type') {
    super(message);
    this.code = code;
  }
}

/** Maximum length of a list, as an argument or nested in one. */
export const MAX_ELEMENTS = 1000;

/** PostgreSQL can neither store the character NUL nor compare with it. */
export const containsNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(containsNul);

export const nulError = (): InvalidValue =>
  new InvalidValue('must not contain the character NUL', 'rest_invalid_characters');

export const tooManyElements = (): InvalidValue =>
  new InvalidValue(`must have at most ${MAX_ELEMENTS} elements`);

/**
 * Checks the bounds of numbers, strings and lists, also inside objects.
 * @param values arguments or input fields by GraphQL name
 * @returns failures by GraphQL name; inside objects by path, `venue.0.create.name`
 */
export function checkBounds(
  params: readonly Param[],
  values: Readonly<Record<string, unknown>>,
  inputs: Inputs,
): Record<string, Failure> {
  const failures: Record<string, Failure> = {};
  for (const param of params) Object.assign(failures, boundFailures(param, values[param.name], inputs));
  return failures;
}

export function boundFailures(param: Param, value: unknown, inputs: Inputs): Record<string, Failure> {
  const isList = Array.isArray(value);
  if (isList && value.length > MAX_ELEMENTS) return { [param.name]: failureOf(tooManyElements()) };
  const fields = param.input === null ? undefined : inputs.get(param.input);
  const failures: Record<string, Failure> = {};
  for (const [at, element] of (isList ? value : [value]).entries()) {
    if (!fields || !isObject(element)) {
      const failure = boundFailure(param, element);
      if (failure) failures[param.name] = failure;
      continue;
    }
    const place = isList ? `${param.name}.${at}` : param.name;
    for (const [path, inner] of Object.entries(checkBounds(fields, element, inputs)))
      failures[`${place}.${path}`] = inner;
  }
  return failures;
}

export const failureOf = ({ message, code }: InvalidValue): Failure => ({ message, code });

/** The bound that a value exceeds. Lengths are in characters; a string of spaces counts as empty. */
function boundFailure({ type, nonEmpty, maxLength, min, max }: Param, value: unknown): Failure | null {
  if (containsNul(value)) return failureOf(nulError());
  if (typeof value === 'string') {
    if (nonEmpty && value.trim() === '') return { message: 'must not be empty', code: 'rest_too_short' };
    if (maxLength !== null && value.length > maxLength)
      return { message: `must be at most ${maxLength} characters long`, code: 'rest_too_long' };
  }
  if (typeof value === 'number' && (type.kind === 'int' || type.kind === 'float')) {
    if (min !== null && value < min)
      return { message: `must be at least ${min}`, code: 'rest_out_of_bounds' };
    if (max !== null && value > max) return { message: `must be at most ${max}`, code: 'rest_out_of_bounds' };
  }
  return null;
}
