import { type DocumentNode, parse, validate } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import { isObject, property } from '../../lib/object.ts';
import { coerce } from '../contract/coerce.ts';
import type { Binding, Contract, Param } from '../contract/types.ts';
import type { OperationValidator } from '../graphql/operation-validator.ts';
import { type PathTarget, restInput } from './request/arguments.ts';
import { EMPTY_FORM } from './request/form.ts';
import type { RestDeps } from './requirements.ts';
import { executionError } from './respond/wire-errors.ts';

/** The body of a POST or PUT. */
export type Body = Readonly<Record<string, unknown>>;

/** Runs a mutation with the body of its REST route, without an HTTP request. */
export class RestMutation {
  readonly #contract: Contract;
  readonly #binding: Binding;
  readonly #validator: OperationValidator;
  readonly #runner: RestDeps['runner'];
  readonly #document: DocumentNode;

  /**
   * @param field `createEvent`
   * @throws Error for a mutation without a REST route
   */
  constructor(
    { contract, schema, validators, runner }: Pick<RestDeps, 'contract' | 'schema' | 'validators' | 'runner'>,
    field: string,
  ) {
    const coordinate = `Mutation.${field}`;
    const operation = contract.operations.find((one) => one.coordinate === coordinate);
    const { payload, bindings: [binding] = [] } = operation ?? {};
    const validator = validators.get(coordinate);
    const args = schema.getMutationType()?.getFields()[field]?.args ?? [];
    if (!binding || !validator) throw new Error(`${coordinate} has no REST route`);
    const variables = args.map(({ name, type }) => `$${name}: ${String(type)}`);
    const passed = args.map(({ name }) => `${name}: $${name}`);
    this.#document = parse(
      `mutation (${variables.join()}) { answer: ${field}(${passed.join()}) { record: ${payload} { databaseId } } }`,
    );
    const errors = validate(schema, this.#document);
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
    this.#contract = contract;
    this.#binding = binding;
    this.#validator = validator;
    this.#runner = runner;
  }

  /** The parameters of the body. */
  get params(): readonly Param[] {
    return this.#binding.bodyParams;
  }

  /** Converts a body to GraphQL fields; drops invalid values. */
  fieldsOf(body: Body): Record<string, unknown> {
    const { input } = coerce(this.params, body, this.#contract.inputs).values;
    return isObject(input) ? input : {};
  }

  /**
   * @param target the record to change; none for a new one
   * @returns the id of the record
   * @throws ServiceError of the mutation
   */
  async run(context: Context, body: Body, target: PathTarget = {}): Promise<number> {
    const record = await this.#validator.authorize?.(context, target);
    const form = { ...EMPTY_FORM, values: { ...body } };
    const sent = restInput(this.#binding, target, EMPTY_FORM, form, {});
    const validated = await this.#validator.validateRest(context, record, sent);
    const { data, errors } = await this.#runner.run(this.#document, validated, context);
    if (errors && errors.length > 0) throw executionError(errors);
    return Number(['answer', 'record', 'databaseId'].reduce<unknown>(property, data));
  }
}
