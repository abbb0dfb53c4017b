import { isObject } from '../../lib/object.ts';
import type { Param } from './types.ts';

/** One value that was refused: a message for the caller, and a machine-readable code. */
export interface Failure {
  message: string;
  code: string;
}

/** Input types by name, for objects inside a value (`@objects`). */
export type Inputs = ReadonlyMap<string, readonly Param[]>;

/** Why a value was refused; caught per parameter. */
export class InvalidValue extends Error {
  readonly code: string;
  constructor(message: string, code = 'rest_invalid_type') {
    super(message);
    this.code = code;
  }
}

/** Most elements of a list, as an argument or inside one. */
export const MAX_ELEMENTS = 1000;

/** PostgreSQL can neither store the character NUL nor compare with it. */
export const holdsNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsNul);

export const nulInside = (): InvalidValue =>
  new InvalidValue('must not contain the character NUL', 'rest_invalid_characters');

export const tooMany = (): InvalidValue => new InvalidValue(`must have at most ${MAX_ELEMENTS} elements`);

/**
 * Checks values of arguments or input fields against what their types cannot say: bounds of numbers, texts
 * and lists, also inside objects.
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
  if (isList && value.length > MAX_ELEMENTS) return { [param.name]: failureOf(tooMany()) };
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

/** Which bound a value passes; lengths are in characters, and blanks alone are empty. */
function boundFailure({ type, nonEmpty, maxLength, min, max }: Param, value: unknown): Failure | null {
  if (holdsNul(value)) return failureOf(nulInside());
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
