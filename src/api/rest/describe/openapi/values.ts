import type { Contract, Json, Param, ValueType } from '../../../contract/types.ts';
import { type Components, described, type Node, nullable } from './components.ts';
import type { Samples } from './samples.ts';

/** The deployment settings of value schemas. */
export interface ValueContext {
  contract: Contract;
  components: Components;
  samples: Samples;
  perPage: number;
  maxPerPage: number;
}

/** A whole record, of which only the id is used. */
const RECORD_WITH_ID: Node = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };

/** Schemas of scalars that accept more than text. In a query string everything is text. */
const SCALARS: Readonly<Record<string, { body: Node; query: Node }>> = {
  DateInput: { body: { type: ['string', 'integer'] }, query: { type: 'string' } },
  TermRef: { body: { type: ['integer', 'string'] }, query: { type: ['integer', 'string'] } },
  RecordRef: { body: { type: ['integer', 'string'] }, query: { type: ['integer', 'string'] } },
  TermLink: {
    body: { anyOf: [{ type: ['integer', 'string'] }, RECORD_WITH_ID] },
    query: { type: ['integer', 'string'] },
  },
  Truthy: { body: { type: ['boolean', 'string', 'integer'] }, query: { type: ['boolean', 'string'] } },
  CostInput: {
    body: {
      anyOf: [{ type: ['number', 'string'] }, { type: 'array', items: { type: ['number', 'string'] } }],
    },
    query: { type: 'string' },
  },
  ImageInput: {
    body: { anyOf: [{ type: ['integer', 'string'] }, { const: false }, RECORD_WITH_ID] },
    query: { type: 'string' },
  },
  RecurrenceText: {
    body: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: ['string', 'integer'] } }] },
    query: { type: 'string' },
  },
  Url: { body: { type: 'string' }, query: { type: 'string' } },
};

/** Whether the document has a schema for the values of a parameter. */
export const isTyped = ({ type }: Param): boolean =>
  type.kind !== 'scalar' || type.objects !== null || type.name in SCALARS;

/** The schema of a parameter in a path or query string, with its default unless the default depends on the time. */
export function querySchema(param: Param, context: ValueContext): Node {
  const one = elementSchema(param, context, 'query');
  const schema: Node = param.list ? { type: 'array', items: one, minItems: 1 } : { ...one };
  const value = queryDefault(param, context);
  if (value === undefined) return schema;
  return '$ref' in schema ? { allOf: [schema], default: value } : { ...schema, default: value };
}

function queryDefault({ shown, type }: Param, { perPage }: ValueContext): Json | undefined {
  if (shown.defaultFrom === 'PER_PAGE') return perPage;
  // The index shows some booleans as text: hide_empty "1".
  if (type.kind === 'boolean' && typeof shown.default === 'string')
    return shown.default === '1' || shown.default === 'true';
  return shown.default;
}

/**
 * The schema of a field of a body, without `default`: client generators would make a field with a default required in
 * requests. The description states the effect of an omitted field.
 */
function bodySchema(param: Param, context: ValueContext): Node {
  const one = elementSchema(param, context, 'body');
  let schema: Node = param.list ? { anyOf: [{ type: 'array', items: one }, one] } : one;
  if (!param.required) schema = nullable(schema);
  return described(schema, param.description);
}

function elementSchema(param: Param, context: ValueContext, place: 'query' | 'body'): Node {
  const { type } = param;
  switch (type.kind) {
    case 'int':
    case 'float': {
      const schema: Node = { type: type.kind === 'int' ? 'integer' : 'number' };
      if (param.shown.format === 'double') schema.format = 'double';
      if (param.min !== null) schema.minimum = param.min;
      if (param.max !== null) schema.maximum = param.max;
      return schema;
    }
    case 'boolean':
      return { type: 'boolean' };
    case 'string': {
      const schema: Node = { type: 'string' };
      if (param.nonEmpty) schema.minLength = 1;
      if (param.maxLength !== null) schema.maxLength = param.maxLength;
      return schema;
    }
    case 'enum':
      return context.components.use('schemas', type.name, () => enumSchema(type.values));
    case 'scalar':
      return place === 'query' ? (SCALARS[type.name]?.query ?? {}) : bodyScalar(type, context);
    case 'input':
      throw new Error(`${param.wire} has no reader`);
  }
}

const enumSchema = (values: readonly { word: string; description: string }[]): Node => ({
  type: 'string',
  description: values.map(({ word, description }) => `- \`${word}\`: ${description}`).join('\n'),
  enum: values.map(({ word }) => word),
});

function bodyScalar(type: Extract<ValueType, { kind: 'scalar' }>, context: ValueContext): Node {
  return context.components.use('schemas', type.name, () =>
    described(
      type.objects === null ? (SCALARS[type.name]?.body ?? {}) : linksSchema(type.objects, context),
      type.description,
    ),
  );
}

/** A record as id, as object with an id, or as data; one record, a text of ids, or a list. */
function linksSchema(input: string, context: ValueContext): Node {
  const byId: Node = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer', description: 'Id of a record.' } },
  };
  const link: Node[] = [
    { type: ['integer', 'string'] },
    byId,
    inputSchema(input, context.contract.inputs.get(input) ?? [], context),
  ];
  return { anyOf: [...link, { type: 'array', items: { anyOf: link } }] };
}

/** The shared schema of the fields of a body. */
export function inputSchema(name: string, fields: readonly Param[], context: ValueContext): Node {
  return context.components.use('schemas', name, () => {
    const required = fields.filter((field) => field.required).map((field) => field.wire);
    const properties = Object.fromEntries(fields.map((field) => [field.wire, bodySchema(field, context)]));
    return required.length > 0 ? { type: 'object', required, properties } : { type: 'object', properties };
  });
}
