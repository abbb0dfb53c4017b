import type { Context } from '../../domain/context/context.ts';
import { Checks } from '../../domain/resource/checks.ts';
import type { Authorize, OperationSteps, Target } from '../../domain/resource/resource.ts';
import { invalidParams, type Problems, ServiceError } from '../../lib/errors.ts';
import { LARGEST_ID } from '../../lib/ids.ts';
import { isObject } from '../../lib/object.ts';
import { checkBounds } from '../contract/bounds.ts';
import { coerce, setAt } from '../contract/coerce.ts';
import type { Contract, Param } from '../contract/types.ts';
import type { Execution } from './execution.ts';
import { decodeGlobalIds } from './global-ids.ts';

export type Args = Record<string, unknown>;
/** The steps of a field, regardless of its arguments and result. */
export type Steps = Pick<OperationSteps<Args, unknown>, 'authorize' | 'check'>;

/** The contract of a root field, or of a nested list. */
export interface ContractField {
  readonly isMutation: boolean;
  readonly args: readonly Param[];
  readonly inputs: Contract['inputs'];
}

/** The REST input of an operation: texts and JSON by wire name, and the parameters that define how to read them. */
export interface RestInput {
  readonly values: Readonly<Args>;
  readonly args: readonly Param[];
  readonly input: readonly Param[];
  /** The argument in the path, and its value. */
  readonly inPath: { readonly name: string; readonly value: unknown } | null;
  /** Problems of unknown parameters, by name. */
  readonly unknownParameters: Problems;
  /** A sentence for callers without a required parameter. */
  readonly hint: string | undefined;
}

/** An operation with an authorized caller and valid arguments; `runner.ts` runs it. */
export interface ValidatedOperation {
  readonly variables: Args;
  /** The record that authorization has loaded. */
  readonly record: unknown;
}

/** The argument or input field at the beginning of a path. */
const firstStep = (path: string): string => path.split('.', 1)[0] ?? path;

/** A text that PostgreSQL can compare: replaces NUL with a character that no slug or name has. */
const comparableText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : undefined;
const comparableNumber = (value: unknown): number | undefined =>
  Number.isInteger(value) ? Math.min(Math.max(Number(value), 0), LARGEST_ID) : undefined;

/** The record in the argument `by`, after {@link decodeGlobalIds}. Ignores unreadable parts: `by` may have any form. */
export function targetInArguments({ by }: Args): Target {
  if (!isObject(by)) return {};
  const { databaseId, slug, name, login } = by;
  return {
    id: comparableNumber(databaseId),
    slug: comparableText(slug),
    name: comparableText(name),
    login: comparableText(login),
  };
}

/** The values without the arguments, and fields of objects, that have a problem. */
function withoutFailed(problems: Problems, values: Args, objects: ReadonlySet<string>): Args {
  const failed = new Set(
    Object.keys(problems).map((path) => {
      const [name = '', field] = path.split('.');
      return objects.has(name) && field !== undefined ? `${name}.${field}` : name;
    }),
  );
  const remaining = (object: Readonly<Args>, path: string): Args =>
    Object.fromEntries(Object.entries(object).filter(([name]) => !failed.has(path + name)));
  return Object.fromEntries(
    Object.entries(remaining(values, '')).map(([name, value]) => [
      name,
      objects.has(name) && isObject(value) ? remaining(value, `${name}.`) : value,
    ]),
  );
}

/**
 * Authorizes and validates one operation, for REST and GraphQL: rights first (rules#errors), then all arguments.
 * One error reports all problems, including the operation's own.
 */
export class OperationValidator {
  /** See {@link Authorize}; undefined for public operations. */
  readonly authorize: Authorize | undefined;
  readonly #field: ContractField;
  readonly #check: Steps['check'];
  /** Fields of object arguments such as `input` and `filter`, by the name of the argument. */
  readonly #objects: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(field: ContractField, steps: Steps) {
    this.#field = field;
    this.authorize = steps.authorize;
    this.#check = steps.check;
    this.#objects = new Map(
      field.args
        .filter(({ name, input }) => input !== null && name !== 'by')
        .map(({ name, input }) => [
          name,
          new Set((field.inputs.get(input ?? '') ?? []).map((inner) => inner.name)),
        ]),
    );
  }

  /**
   * Reads and validates the input of a REST request. @param record see {@link authorize}
   * @throws ServiceError rest_missing_callback_param, rest_invalid_param
   */
  async validateRest(context: Context, record: unknown, received: RestInput): Promise<ValidatedOperation> {
    const { values, inPath, hint, unknownParameters } = received;
    const { isMutation, inputs, args: all } = this.#field;
    const args = coerce(received.args, values, inputs, { emptyLists: isMutation });
    const input = coerce(received.input, values, inputs);
    const missing = [...args.missing, ...input.missing];
    const absent = missing.map((name) => [
      name,
      { message: 'is required', code: 'rest_missing_callback_param' },
    ]);
    const problems: Problems = {
      ...Object.fromEntries(absent),
      ...args.failures,
      ...input.failures,
      ...unknownParameters,
    };
    const variables: Args = {
      ...(all.some(({ name }) => name === 'input') && { input: {} }),
      ...args.values,
      ...input.values,
    };
    if (inPath) setAt(variables, inPath.name, inPath.value);
    if (Object.keys(problems).length === 0) return { variables, record };
    const found = await this.#allProblems(context, variables, record, problems);
    if (missing.length === 0) throw invalidParams(found);
    const wrong = Object.fromEntries(Object.entries(found).filter(([name]) => !missing.includes(name)));
    throw new ServiceError('rest_missing_callback_param', { missing, problems: wrong, hint });
  }

  /**
   * Authorizes and validates a root field of GraphQL.
   * @throws ServiceError from {@link authorize}, or rest_invalid_param
   */
  async authorizeAndValidate({ context }: Execution, sent: Args): Promise<ValidatedOperation> {
    const { args, inputs } = this.#field;
    const { values, failures } = decodeGlobalIds(args, sent, inputs);
    if (failures['by.id']) {
      await this.#authorizeUnnamed(context);
      throw invalidParams(failures);
    }
    const record = await this.authorize?.(context, targetInArguments(values));
    return { variables: await this.#checked(context, values, record, failures), record };
  }

  /**
   * Validates parsed GraphQL arguments.
   * @param record the parent of the field
   * @returns the arguments, with database ids in place of global IDs
   * @throws ServiceError rest_invalid_param
   */
  async validate(context: Context, sent: Args, record: unknown): Promise<Args> {
    const { args, inputs } = this.#field;
    const { values, failures } = decodeGlobalIds(args, sent, inputs);
    return this.#checked(context, values, record, failures);
  }

  async #checked(context: Context, values: Args, record: unknown, failures: Problems): Promise<Args> {
    const { args, inputs } = this.#field;
    const problems = { ...failures, ...checkBounds(args, values, inputs) };
    if (Object.keys(problems).length === 0) return values;
    throw invalidParams(await this.#allProblems(context, values, record, problems));
  }

  /** The record in arguments as the caller sent them; empty if unreadable. */
  targetIn(sent: Args): Target {
    const { args, inputs } = this.#field;
    return targetInArguments(decodeGlobalIds(args, sent, inputs).values);
  }

  /** Moves the problems of an operation's error to their argument paths. */
  atArgumentPaths(error: unknown): unknown {
    return error instanceof ServiceError && error.code === 'rest_invalid_param' && error.problems
      ? invalidParams(this.#atPaths(error.problems))
      : error;
  }

  /**
   * Refuses callers without the right to the operation. Other refusals concern a record, and the arguments name
   * none.
   */
  async #authorizeUnnamed(context: Context): Promise<void> {
    try {
      await this.authorize?.(context, {});
    } catch (error) {
      if (!(error instanceof ServiceError) || error.isAccessDenied) throw error;
    }
  }

  /** Adds the problems that the operation finds in the other arguments; all by argument path. */
  async #allProblems(context: Context, args: Args, record: unknown, problems: Problems): Promise<Problems> {
    const checks = new Checks();
    for (const [path, { message, code }] of Object.entries(problems))
      checks.add(this.#nameAt(path), message, code);
    const rest = withoutFailed(problems, args, new Set(this.#objects.keys()));
    try {
      await this.#check?.(context, rest, checks, record);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'rest_invalid_param') throw error;
      return this.#atPaths({ ...error.problems, ...checks.problems });
    }
    return this.#atPaths(checks.problems);
  }

  /** The operation's name for a path: `startsFrom` for `filter.startsFrom`. */
  #nameAt(path: string): string {
    const top = firstStep(path);
    return this.#objects.has(top) && path !== top ? path.slice(top.length + 1) : path;
  }

  /** Problems by argument path: operations report only the field of `input`, `filter` and the like. */
  #atPaths(problems: Problems): Problems {
    const pathOf = (name: string): string => {
      for (const [argument, fields] of this.#objects)
        if (fields.has(firstStep(name))) return `${argument}.${name}`;
      return name;
    };
    return Object.fromEntries(Object.entries(problems).map(([name, problem]) => [pathOf(name), problem]));
  }
}
