import { checkBounds, type Inputs, standIn } from '../contract/coerce.ts';
import type { Param } from '../contract/types.ts';
import { invalidParams, type Problems, ServiceError } from '../errors.ts';

export type Args = Record<string, unknown>;

/** What the contract says of a root field, or of one below that takes its arguments. */
export interface RootField {
  readonly isRoot: boolean;
  readonly isMutation: boolean;
  readonly args: readonly Param[];
  readonly input: readonly Param[];
  /** Fields of input types by name. */
  readonly inputs: Inputs;
}

/** Elements of a list that is an argument, or inside one. */
export const MAX_ELEMENTS = 1000;
export const isRecord = (value: unknown): value is Args =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isEmpty = (problems: Problems): boolean => Object.keys(problems).length === 0;

/** The argument or input field at the beginning of a path. */
const topOf = (path: string): string => path.split('.', 1)[0] ?? path;

/** Bounds that the types cannot say, and those that REST checks before it comes here. */
function failuresOf(params: readonly Param[], values: Args, inputs: Inputs): Problems {
  const failures: Problems = checkBounds(params, values, inputs);
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value) && value.length > MAX_ELEMENTS)
      failures[name] = { message: `must have at most ${MAX_ELEMENTS} elements`, code: 'rest_invalid_type' };
  }
  return failures;
}

/**
 * The values that passed; required ones that did not have a stand-in, so that the operation can check the
 * rest (decisions.md 12).
 */
function without(values: Args, failures: Problems, params: readonly Param[]): Args {
  if (isEmpty(failures)) return values;
  const failed = new Set(Object.keys(failures).map(topOf));
  const passed = Object.entries(values).filter(([name]) => !failed.has(name));
  const lacking = params.filter(({ name, required }) => required && failed.has(name));
  return Object.fromEntries([...passed, ...lacking.map((param) => [param.name, standIn(param)])]);
}

/**
 * Checks arguments and input fields. @returns the failures by name, and the arguments that are left for the
 * operation's own checks
 */
export function checkArguments(field: RootField, given: Args): { args: Args; failures: Problems } {
  const own = failuresOf(field.args, given, field.inputs);
  if (!isRecord(given.input)) return { args: without(given, own, field.args), failures: own };
  const inner = failuresOf(field.input, given.input, field.inputs);
  const args =
    isEmpty(own) && isEmpty(inner)
      ? given
      : { ...without(given, own, field.args), input: without(given.input, inner, field.input) };
  return { args, failures: { ...own, ...inner } };
}

/** Problems by argument path: resources name the fields of their input alone. */
export const atPaths = ({ input }: RootField, problems: Problems): Problems =>
  Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => [
      input.some((param) => param.name === topOf(name)) ? `input.${name}` : name,
      problem,
    ]),
  );

/**
 * What to tell of an operation that failed, when `known` was wrong from the start. Refusals by right come
 * first; all else is one answer.
 */
export function combined(field: RootField, known: Problems, error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.status === 401 || error.status === 403) return error;
  const found = error.code === 'rest_invalid_param' ? (error.problems ?? {}) : {};
  const problems = { ...found, ...known };
  return isEmpty(problems) || (isEmpty(known) && isEmpty(found))
    ? error
    : invalidParams(atPaths(field, problems));
}
