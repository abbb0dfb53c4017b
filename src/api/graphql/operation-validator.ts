import type { GraphQLFieldResolver } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import { Checks } from '../../domain/resource/checks.ts';
import type { Authorize, OperationSteps, Target } from '../../domain/resource/resource.ts';
import { invalidParams, type Problems, ServiceError } from '../../lib/errors.ts';
import { checkBounds, type Inputs } from '../contract/bounds.ts';
import { coerce } from '../contract/coerce.ts';
import { isObject } from '../contract/object.ts';
import type { Param } from '../contract/types.ts';
import { budgetOf } from './budget.ts';

export type Args = Record<string, unknown>;
type RootResolver = GraphQLFieldResolver<unknown, Context, Args>;
/** The steps of a field, whatever its arguments and its answer. */
export type Steps = Pick<OperationSteps<Args, unknown>, 'authorize' | 'check'>;

/** What the contract says about a root field, or about a field below that takes the arguments of one. */
export interface ContractField {
  readonly isRoot: boolean;
  readonly isMutation: boolean;
  readonly args: readonly Param[];
  /** Fields of its argument `input`; null when it has none. */
  readonly input: readonly Param[] | null;
  /** Fields of input types by name. */
  readonly inputs: Inputs;
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

/** The record that the arguments name. */
const targetInArguments = ({ id, slug }: Args): Target => ({
  ...(typeof id === 'number' && { id }),
  // A slug of blanks names no record; an empty one counts as not given. PostgreSQL cannot compare with the
  // character NUL, so it is replaced by another one that no slug has.
  ...(typeof slug === 'string' &&
    (slug.trim() !== '' || (slug !== '' && typeof id !== 'number')) && {
      slug: slug.replaceAll('\0', '\ufffd'),
    }),
});

const namesGiven = ({ id, slug }: Target): number => Number(id !== undefined) + Number(slug !== undefined);

/** The values that no problem is about. */
function passing(values: Args, problems: Problems): Args {
  const failed = new Set(Object.keys(problems).map(topOf));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !failed.has(name)));
}

/**
 * The check before every root field, for REST and GraphQL alike: rights before everything else
 * (rules#errors), then all arguments. One answer names everything that is wrong with these, together with
 * what the operation itself finds. Valid arguments are not checked again.
 */
export class OperationValidator {
  /** See {@link Authorize}; without it everybody may run the operation. */
  readonly authorize: Authorize | undefined;
  readonly #field: ContractField;
  readonly #check: Steps['check'];
  /** Whether the operation is about one record, which `id` or `slug` names. */
  readonly #isSingle: boolean;

  constructor(field: ContractField, steps: Steps) {
    this.#field = field;
    this.authorize = steps.authorize;
    this.#check = steps.check;
    this.#isSingle = ['id', 'slug'].every((name) => field.args.some((arg) => arg.name === name));
  }

  /**
   * Reads what REST has received. @param found see {@link authorize}
   * @throws ServiceError rest_missing_callback_param, rest_invalid_param
   */
  async validateRest(context: Context, found: unknown, received: RestInput): Promise<ValidatedOperation> {
    const { values, target, hint, unknownParameters } = received;
    const { isMutation, inputs } = this.#field;
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
    const read = { ...args.values, ...target, ...(this.#field.input && { input: input.values }) };
    if (Object.keys(problems).length === 0) return { variables: read, record: found };
    const all = await this.#complete(context, read, found, problems);
    if (missing.length === 0) throw invalidParams(this.#atPaths(all));
    const wrong = Object.fromEntries(Object.entries(all).filter(([name]) => !missing.includes(name)));
    throw new ServiceError('rest_missing_callback_param', { missing, problems: this.#atPaths(wrong), hint });
  }

  /** Puts the gate before a resolver, whose source is then the record that authorising has found. */
  guard(resolve: RootResolver): RootResolver {
    return async (source, given, context, info) => {
      const { record: found, variables: args } = await this.#pass(source, given, context);
      try {
        return await this.#inTurn(context, async () => resolve(found, args, context, info));
      } catch (error) {
        throw this.#named(error);
      }
    };
  }

  /** Checks whether a field that GraphQL asks for may run, and with which values. */
  async #pass(source: unknown, given: Args, context: Context): Promise<ValidatedOperation> {
    const { args, input, inputs, isRoot } = this.#field;
    const target = targetInArguments(given);
    if (this.#isSingle && namesGiven(target) === 0) {
      await this.#authorizeUnnamed(context);
      throw invalidParams({
        id: { message: 'an id or a slug is needed', code: 'rest_missing_callback_param' },
      });
    }
    const found = isRoot ? await this.authorize?.(context, target) : source;
    // The record that was authorised must be the one that is changed.
    if (this.#isSingle && namesGiven(target) === 2)
      throw invalidParams({
        slug: { message: 'give an id or a slug, not both', code: 'rest_invalid_param' },
      });
    const values = this.#isSingle ? { ...given, id: target.id, slug: target.slug } : given;
    const own = checkBounds(args, values, inputs);
    const inner = isObject(values.input) ? checkBounds(input ?? [], values.input, inputs) : {};
    const problems = { ...own, ...inner };
    if (Object.keys(problems).length === 0) return { record: found, variables: values };
    const rest = {
      ...passing(values, own),
      ...(isObject(values.input) && { input: passing(values.input, inner) }),
    };
    const complete = (): Promise<Problems> => this.#complete(context, rest, found, problems);
    throw invalidParams(this.#atPaths(await this.#inTurn(context, complete)));
  }

  /**
   * Callers who may not run the operation at all learn that first. Other refusals are about a record, and
   * none was named.
   */
  async #authorizeUnnamed(context: Context): Promise<void> {
    try {
      await this.authorize?.(context, {});
    } catch (error) {
      if (!(error instanceof ServiceError) || error.isRefusal) throw error;
    }
  }

  /** Looks up only a few root fields of a request at once; mutations run one after another anyway. */
  #inTurn<T>(context: Context, work: () => Promise<T>): Promise<T> {
    const budget = this.#field.isRoot ? budgetOf(context) : undefined;
    return budget ? budget.roots.run(work) : work();
  }

  /** The problems that are known, and those that the operation finds with the other arguments. */
  async #complete(context: Context, args: Args, found: unknown, known: Problems): Promise<Problems> {
    const checks = new Checks();
    for (const [name, { message, code }] of Object.entries(known)) checks.add(name, message, code);
    try {
      await this.#check?.(context, args, checks, found);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'rest_invalid_param') throw error;
      return { ...error.problems, ...checks.problems };
    }
    return checks.problems;
  }

  /** Problems by argument path: resources name only the field of their input. */
  #atPaths(problems: Problems): Problems {
    const isField = (name: string): boolean =>
      this.#field.input?.some((param) => param.name === name) === true;
    return Object.fromEntries(
      Object.entries(problems).map(([name, problem]) => [
        isField(topOf(name)) ? `input.${name}` : name,
        problem,
      ]),
    );
  }

  /** An error of the operation, with its problems by argument path. */
  #named(error: unknown): unknown {
    return error instanceof ServiceError && error.code === 'rest_invalid_param' && error.problems
      ? invalidParams(this.#atPaths(error.problems))
      : error;
  }
}
