import type { Context } from '../../domain/context/context.ts';
import { Checks } from '../../domain/resource/checks.ts';
import type { Authorize, OperationSteps, Target } from '../../domain/resource/resource.ts';
import { invalidParams, type Problems, ServiceError } from '../../lib/errors.ts';
import { isObject } from '../../lib/object.ts';
import { type Aliases, renamed } from '../contract/aliases.ts';
import { checkBounds } from '../contract/bounds.ts';
import { coerce } from '../contract/coerce.ts';
import type { Contract, Param } from '../contract/types.ts';
import type { Execution } from './execution.ts';

export type Args = Record<string, unknown>;
/** The steps of a field, whatever its arguments and its answer. */
export type Steps = Pick<OperationSteps<Args, unknown>, 'authorize' | 'check'>;

/** What the contract has about a root field, or about a field below that takes the arguments of one. */
export interface ContractField {
  readonly isMutation: boolean;
  readonly args: readonly Param[];
  /** Present names of its arguments by old ones. */
  readonly aliases: Aliases;
  /** Name of the type of its argument `input`; null when it has none. */
  readonly input: string | null;
  /** Fields of input types by name, and old names of these. */
  readonly types: Pick<Contract, 'inputs' | 'aliases'>;
}

/**
 * What REST has received for an operation: texts and JSON by wire name, and the parameters by which they are
 * read.
 */
export interface RestInput {
  readonly values: Readonly<Args>;
  readonly args: readonly Param[];
  readonly input: readonly Param[];
  readonly target: Target;
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

/** The record that arguments name. */
export const targetInArguments = ({ id, slug }: Args): Target => ({
  ...(typeof id === 'number' && { id }),
  // A slug of blanks names no record; an empty one counts as absent. PostgreSQL cannot compare with the
  // character NUL, so it is replaced by another one that no slug has.
  ...(typeof slug === 'string' &&
    (slug.trim() !== '' || (slug !== '' && typeof id !== 'number')) && {
      slug: slug.replaceAll('\0', '\ufffd'),
    }),
});

const namesIn = ({ id, slug }: Target): number => Number(id !== undefined) + Number(slug !== undefined);

/** The values without those that there is a problem with. */
function without(problems: Problems, values: Args): Args {
  const failed = new Set(Object.keys(problems).map(topOf));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !failed.has(name)));
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
  /** Fields of its argument `input`. */
  readonly #input: readonly Param[];
  readonly #check: Steps['check'];
  /** Whether the operation is about one record, which `id` or `slug` names. */
  readonly #isSingle: boolean;

  constructor(field: ContractField, steps: Steps) {
    this.#field = field;
    this.#input = (field.input !== null && field.types.inputs.get(field.input)) || [];
    this.authorize = steps.authorize;
    this.#check = steps.check;
    this.#isSingle = ['id', 'slug'].every((name) => field.args.some((arg) => arg.name === name));
  }

  /**
   * Reads and validates what REST has received. @param record see {@link authorize}
   * @throws ServiceError rest_missing_callback_param, rest_invalid_param
   */
  async validateRest(context: Context, record: unknown, received: RestInput): Promise<ValidatedOperation> {
    const { values, target, hint, unknownParameters } = received;
    const { isMutation, types } = this.#field;
    const { inputs } = types;
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
    const variables = {
      ...args.values,
      ...target,
      ...(this.#field.input !== null && { input: input.values }),
    };
    if (Object.keys(problems).length === 0) return { variables, record };
    const all = await this.#complete(context, variables, record, problems);
    if (missing.length === 0) throw invalidParams(this.#atPaths(all));
    const wrong = Object.fromEntries(Object.entries(all).filter(([name]) => !missing.includes(name)));
    throw new ServiceError('rest_missing_callback_param', { missing, problems: this.#atPaths(wrong), hint });
  }

  /**
   * Authorises and validates a root field of GraphQL.
   * @throws ServiceError that of {@link authorize}, or rest_invalid_param
   */
  async authorizeAndValidate({ context }: Execution, args: Args): Promise<ValidatedOperation> {
    const target = targetInArguments(args);
    if (this.#isSingle && namesIn(target) === 0) {
      await this.#authorizeUnnamed(context);
      throw invalidParams({
        id: { message: 'an id or a slug is needed', code: 'rest_missing_callback_param' },
      });
    }
    const record = await this.authorize?.(context, target);
    // The record that was authorised must be the one that is changed.
    if (this.#isSingle && namesIn(target) === 2)
      throw invalidParams({
        slug: { message: 'give an id or a slug, not both', code: 'rest_invalid_param' },
      });
    const sent = this.#isSingle ? { ...args, id: target.id, slug: target.slug } : args;
    return { variables: await this.validate(context, sent, record), record };
  }

  /**
   * Validates arguments that GraphQL has read.
   * @param record the one that was authorised, or of a field below the root the one that has the field
   * @returns the arguments under their present names
   * @throws ServiceError rest_invalid_param
   */
  async validate(context: Context, sent: Args, record: unknown): Promise<Args> {
    const { args, types } = this.#field;
    const { values, failures } = this.#renamed(sent);
    const own = checkBounds(args, values, types.inputs);
    const inner = isObject(values.input) ? checkBounds(this.#input, values.input, types.inputs) : {};
    const problems = { ...failures, ...own, ...inner };
    if (Object.keys(problems).length === 0) return values;
    const rest = {
      ...without(own, values),
      ...(isObject(values.input) && { input: without(inner, values.input) }),
    };
    throw invalidParams(this.#atPaths(await this.#complete(context, rest, record, problems)));
  }

  /** The arguments under their present names. */
  #renamed(sent: Args): ReturnType<typeof renamed> {
    const { args, aliases, input, types } = this.#field;
    const { values, failures } = renamed(sent, args, aliases, types);
    if (input === null || !isObject(sent.input)) return { values, failures };
    const inner = renamed(sent.input, this.#input, types.aliases.get(input) ?? new Map(), types);
    return { values: { ...values, input: inner.values }, failures: { ...failures, ...inner.failures } };
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

  /** The problems so far, and those that the operation finds with the other arguments. */
  async #complete(context: Context, args: Args, record: unknown, problems: Problems): Promise<Problems> {
    const checks = new Checks();
    for (const [name, { message, code }] of Object.entries(problems)) checks.add(name, message, code);
    try {
      await this.#check?.(context, args, checks, record);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'rest_invalid_param') throw error;
      return { ...error.problems, ...checks.problems };
    }
    return checks.problems;
  }

  /** Problems by argument path: resources name only the field of their input. */
  #atPaths(problems: Problems): Problems {
    const isField = (name: string): boolean => this.#input.some((param) => param.name === name);
    return Object.fromEntries(
      Object.entries(problems).map(([name, problem]) => [
        isField(topOf(name)) ? `input.${name}` : name,
        problem,
      ]),
    );
  }
}
