import type { DocumentNode } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import { invalidParams, type Problems } from '../../lib/errors.ts';
import { annotateRequest } from '../../platform/telemetry/current.ts';
import type { Binding } from '../contract/types.ts';
import type { OperationValidator, ValidatedOperation } from '../graphql/operation-validator.ts';
import { received, targetInPath } from './request/arguments.ts';
import { EMPTY_FORM, type Form, parseForm } from './request/form.ts';
import { ignoredParameters, plainNames, type Readable, unknownNames } from './request/ignored-names.ts';
import type { RestRequest } from './request/rest-request.ts';
import type { RestDeps } from './requirements.ts';
import { executionError, inWireNames } from './respond/wire-errors.ts';

/** What a {@link Reading} needs of the contract. */
type ReadingDeps = Pick<RestDeps, 'contract' | 'validators' | 'runner'>;

/** Finds what else is wrong with arguments, by name. */
type FindProblems = (values: ValidatedOperation['variables']) => Problems;

/**
 * Reads the query string for an operation as its REST route does, for answers that are not those of REST,
 * such as feeds.
 */
export class Reading {
  readonly #binding: Binding;
  readonly #readable: Readable;
  readonly #validator: OperationValidator;
  readonly #runner: ReadingDeps['runner'];

  /**
   * @param coordinate `Query.events`
   * @param unread arguments that are not offered here
   * @param also names of parameters that something else reads
   * @throws Error at boot for an operation that REST does not have
   */
  constructor(
    { contract, validators, runner }: ReadingDeps,
    coordinate: string,
    unread: readonly string[] = [],
    also: readonly string[] = [],
  ) {
    const operation = contract.operations.find((one) => one.coordinate === coordinate);
    const [binding] = operation?.bindings ?? [];
    const validator = validators.get(coordinate);
    if (!binding || !validator) throw new Error(`REST does not reach ${coordinate}`);
    const queryParams = binding.queryParams.filter(({ name }) => !unread.includes(name));
    this.#binding = { ...binding, queryParams };
    const names = [...queryParams.map(({ wire }) => wire), ...also];
    this.#readable = { ...plainNames(names), query: new Set(names) };
    this.#validator = validator;
    this.#runner = runner;
  }

  /**
   * The values to run the operation with, for a request whose path has the same variables as the path of the
   * route.
   * @param findProblems finds what else is wrong with the arguments
   * @throws ServiceError as the route does
   */
  enter(request: RestRequest, context: Context, findProblems?: FindProblems): Promise<ValidatedOperation> {
    const { req, query } = request;
    annotateRequest({ operation: this.#binding.operation.coordinate });
    const unknownParameters = (): Problems => ignoredParameters(request, this.#readable);
    return this.#enter(context, query, req.params, unknownParameters, findProblems);
  }

  /**
   * The same for a program, which sends no request and wants unknown names to be errors.
   * @param query `categories=music&start_date=today`, as in an address
   * @throws ServiceError as the route does with `Prefer: handling=strict`
   */
  read(query: string, context: Context, findProblems?: FindProblems): Promise<ValidatedOperation> {
    const form = parseForm(query);
    const unread = Object.keys(form.values).filter((name) => !this.#readable.params.includes(name));
    const unknownParameters = (): Problems => unknownNames(unread, this.#readable);
    return this.#enter(context, form, {}, unknownParameters, findProblems);
  }

  /**
   * Runs a document of the operation once its values are read.
   * @throws ServiceError whose parameters are named as in REST
   */
  async run(document: DocumentNode, validated: ValidatedOperation, context: Context): Promise<unknown> {
    context.signal?.throwIfAborted();
    const { data, errors } = await this.#runner.run(document, validated, context);
    if (errors && errors.length > 0) throw inWireNames(executionError(errors), this.#binding);
    return data;
  }

  async #enter(
    context: Context,
    query: Form,
    path: Parameters<typeof targetInPath>[1],
    unknownParameters: () => Problems,
    findProblems: FindProblems = () => ({}),
  ): Promise<ValidatedOperation> {
    const binding = this.#binding;
    try {
      const target = targetInPath(binding, path);
      const record = await this.#validator.authorize?.(context, target);
      if (query.failure) throw query.failure;
      const input = received(binding, target, query, EMPTY_FORM, unknownParameters());
      const validated = await this.#validator.validateRest(context, record, input);
      const problems = findProblems(validated.variables);
      if (Object.keys(problems).length > 0) throw invalidParams(problems);
      return validated;
    } catch (error) {
      throw inWireNames(error, binding);
    }
  }
}
