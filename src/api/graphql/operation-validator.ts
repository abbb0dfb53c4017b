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
import { withNumbers } from './global-ids.ts';

export type Args = Record<string, unknown>;
/** The steps of a field, whatever its arguments and its answer. */
export type Steps = Pick<OperationSteps<Args, unknown>, 'authorize' | 'check'>;

/** What the contract has about a root field, or about a list below the root. */
export interface ContractField {
  readonly isMutation: boolean;
  readonly args: readonly Param[];
  /** Fields of input types by name. */
  readonly inputs: Contract['inputs'];
}

/**
 * What REST has received for an operation: texts and JSON by wire name, and the parameters by which they are
 * read.
 */
export interface RestInput {
  readonly values: Readonly<Args>;
  readonly args: readonly Param[];
  readonly input: readonly Param[];
  /** What the path says: a value, and the argument that it is. */
  readonly inPath: { readonly name: string; readonly value: unknown } | null;
  /** Names that are not arguments, and what is said of them. */
  readonly unknownParameters: Problems;
  /** A sentence for callers who miss a parameter. */
  readonly hint: string | undefined;
}

/** An operation whose caller is authorised and whose arguments are valid; `runner.ts` runs it. */
export interface ValidatedOperation {
  readonly variables: Args;
  /** The record that authorising has found. */
  readonly record: unknown;
}

/** The argument or input field at the beginning of a path. */
const topOf = (path: string): string => path.split('.', 1)[0] ?? path;

/** A text that PostgreSQL can compare: the character NUL is replaced by another one that no slug or name has. */
const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : undefined;
/** A number that PostgreSQL can compare. */
const numberIn = (value: unknown): number | undefined =>
  Number.isInteger(value) ? Math.min(Math.max(Number(value), 0), LARGEST_ID) : undefined;

/** The record that an argument `by` names, after {@link withNumbers}, as far as it can be read: it may be of any form. */
export function targetInArguments({ by }: Args): Target {
  if (!isObject(by)) return {};
  const { databaseId, slug, name, login } = by;
  return { id: numberIn(databaseId), slug: textIn(slug), name: textIn(name), login: textIn(login) };
}

/** The values without those fields of objects, and other arguments, that there is a problem with. */
function without(problems: Problems, values: Args, objects: ReadonlySet<string>): Args {
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
 * Authorises and validates one operation, for REST and GraphQL alike: rights before everything else
 * (rules#errors), then all arguments. One answer names everything that is wrong with these, together with
 * what the operation itself finds. Valid arguments are not checked again.
 */
export class OperationValidator {
  /** See {@link Authorize}; without it everybody may run the operation. */
  readonly authorize: Authorize | undefined;
  readonly #field: ContractField;
  readonly #check: Steps['check'];
  /** Fields of the arguments that are objects, such as `input` and `filter`, by the name of the argument. */
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
   * Reads and validates what REST has received. @param record see {@link authorize}
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
    const found = await this.#complete(context, variables, record, problems);
    if (missing.length === 0) throw invalidParams(found);
    const wrong = Object.fromEntries(Object.entries(found).filter(([name]) => !missing.includes(name)));
    throw new ServiceError('rest_missing_callback_param', { missing, problems: wrong, hint });
  }

  /**
   * Authorises and validates a root field of GraphQL.
   * @throws ServiceError that of {@link authorize}, or rest_invalid_param
   */
  async authorizeAndValidate({ context }: Execution, sent: Args): Promise<ValidatedOperation> {
    const { args, inputs } = this.#field;
    const { values, failures } = withNumbers(args, sent, inputs);
    if (failures['by.id']) {
      await this.#authorizeUnnamed(context);
      throw invalidParams(failures);
    }
    const record = await this.authorize?.(context, targetInArguments(values));
    return { variables: await this.#checked(context, values, record, failures), record };
  }

  /**
   * Validates arguments that GraphQL has read.
   * @param record the one that has the field
   * @returns the arguments, with numbers in place of global IDs
   * @throws ServiceError rest_invalid_param
   */
  async validate(context: Context, sent: Args, record: unknown): Promise<Args> {
    const { args, inputs } = this.#field;
    const { values, failures } = withNumbers(args, sent, inputs);
    return this.#checked(context, values, record, failures);
  }

  async #checked(context: Context, values: Args, record: unknown, failures: Problems): Promise<Args> {
    const { args, inputs } = this.#field;
    const problems = { ...failures, ...checkBounds(args, values, inputs) };
    if (Object.keys(problems).length === 0) return values;
    throw invalidParams(await this.#complete(context, values, record, problems));
  }

  /** The record that arguments name as they were sent; empty if that cannot be read. */
  targetIn(sent: Args): Target {
    const { args, inputs } = this.#field;
    return targetInArguments(withNumbers(args, sent, inputs).values);
  }

  /** An error of the operation, with its problems by argument path. */
  atArgumentPaths(error: unknown): unknown {
    return error instanceof ServiceError && error.code === 'rest_invalid_param' && error.problems
      ? invalidParams(this.#atPaths(error.problems))
      : error;
  }

  /**
   * Callers who may not run the operation at all are answered that first. Other refusals are about a record, and
   * none was named.
   */
  async #authorizeUnnamed(context: Context): Promise<void> {
    try {
      await this.authorize?.(context, {});
    } catch (error) {
      if (!(error instanceof ServiceError) || error.isRefusal) throw error;
    }
  }

  /** The problems so far, and those that the operation finds with the other arguments, by argument path. */
  async #complete(context: Context, args: Args, record: unknown, problems: Problems): Promise<Problems> {
    const checks = new Checks();
    for (const [path, { message, code }] of Object.entries(problems))
      checks.add(this.#nameAt(path), message, code);
    const rest = without(problems, args, new Set(this.#objects.keys()));
    try {
      await this.#check?.(context, rest, checks, record);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'rest_invalid_param') throw error;
      return this.#atPaths({ ...error.problems, ...checks.problems });
    }
    return this.#atPaths(checks.problems);
  }

  /** The name by which an operation knows what is at a path: `startsFrom` for `filter.startsFrom`. */
  #nameAt(path: string): string {
    const top = topOf(path);
    return this.#objects.has(top) && path !== top ? path.slice(top.length + 1) : path;
  }

  /** Problems by argument path: operations name only the field of `input`, `filter` and the like. */
  #atPaths(problems: Problems): Problems {
    const pathOf = (name: string): string => {
      for (const [argument, fields] of this.#objects)
        if (fields.has(topOf(name))) return `${argument}.${name}`;
      return name;
    };
    return Object.fromEntries(Object.entries(problems).map(([name, problem]) => [pathOf(name), problem]));
  }
}
