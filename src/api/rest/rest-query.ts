import type { DocumentNode } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import { invalidParams, type Problems } from '../../lib/errors.ts';
import { annotateRequest } from '../../platform/telemetry/current.ts';
import type { Binding } from '../contract/types.ts';
import type { OperationValidator, ValidatedOperation } from '../graphql/operation-validator.ts';
import { restInput, targetInPath } from './request/arguments.ts';
import { EMPTY_FORM, type Form, parseForm } from './request/form.ts';
import {
  type KnownNames,
  queryNames,
  reportIgnoredParameters,
  unknownNameProblems,
} from './request/ignored-names.ts';
import type { RestRequest } from './request/rest-request.ts';
import type { RestDeps } from './requirements.ts';
import { executionError, withWireNames } from './respond/wire-errors.ts';

type RestQueryDeps = Pick<RestDeps, 'contract' | 'validators' | 'runner'>;

/** Finds further problems of arguments, by name. */
type FindProblems = (values: ValidatedOperation['variables']) => Problems;

/** Validates the query string of an operation like its REST route and runs it, for other formats such as feeds. */
export class RestQuery {
  readonly #binding: Binding;
  readonly #known: KnownNames;
  readonly #validator: OperationValidator;
  readonly #runner: RestQueryDeps['runner'];

  /**
   * @param coordinate `Query.events`
   * @param excluded arguments that are not available here
   * @param otherNames parameters that other code reads
   * @throws Error at start for an operation without a REST route
   */
  constructor(
    { contract, validators, runner }: RestQueryDeps,
    coordinate: string,
    excluded: readonly string[] = [],
    otherNames: readonly string[] = [],
  ) {
    const operation = contract.operations.find((one) => one.coordinate === coordinate);
    const [binding] = operation?.bindings ?? [];
    const validator = validators.get(coordinate);
    if (!binding || !validator) throw new Error(`${coordinate} has no REST route`);
    const queryParams = binding.queryParams.filter(({ name }) => !excluded.includes(name));
    this.#binding = { ...binding, queryParams };
    const names = [...queryParams.map(({ wire }) => wire), ...otherNames];
    this.#known = { ...queryNames(names), query: new Set(names) };
    this.#validator = validator;
    this.#runner = runner;
  }

  /**
   * Authorizes and validates a request. Its path must have the same variables as the REST route.
   * @throws ServiceError as the route does
   */
  validateRequest(
    request: RestRequest,
    context: Context,
    findProblems?: FindProblems,
  ): Promise<ValidatedOperation> {
    const { req, query } = request;
    annotateRequest({ operation: this.#binding.operation.coordinate });
    const unknownParameters = (): Problems => reportIgnoredParameters(request, this.#known);
    return this.#validate(context, query, req.params, unknownParameters, findProblems);
  }

  /**
   * The same without an HTTP request; unknown names are errors.
   * @param query `categories=music&start_date=today`, as in an address
   * @throws ServiceError as the route does with `Prefer: handling=strict`
   */
  validateQuery(query: string, context: Context, findProblems?: FindProblems): Promise<ValidatedOperation> {
    const form = parseForm(query);
    const unknown = Object.keys(form.values).filter((name) => !this.#known.params.includes(name));
    const unknownParameters = (): Problems => unknownNameProblems(unknown, this.#known);
    return this.#validate(context, form, {}, unknownParameters, findProblems);
  }

  /**
   * Runs a document of the operation.
   * @throws ServiceError with REST names of parameters
   */
  async run(document: DocumentNode, validated: ValidatedOperation, context: Context): Promise<unknown> {
    context.signal?.throwIfAborted();
    const { data, errors } = await this.#runner.run(document, validated, context);
    if (errors && errors.length > 0) throw withWireNames(executionError(errors), this.#binding);
    return data;
  }

  async #validate(
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
      const input = restInput(binding, target, query, EMPTY_FORM, unknownParameters());
      const validated = await this.#validator.validateRest(context, record, input);
      const problems = findProblems(validated.variables);
      if (Object.keys(problems).length > 0) throw invalidParams(problems);
      return validated;
    } catch (error) {
      throw withWireNames(error, binding);
    }
  }
}
