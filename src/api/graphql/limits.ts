import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import type { Settings } from '../../domain/context/context.ts';
import { ServiceError } from '../../lib/errors.ts';
import { isObject } from '../../lib/object.ts';
import { countCharacters } from '../../lib/response-size.ts';
import { operationCost } from './cost.ts';
import { sizeOf } from './document-size.ts';

/** Maximum tokens of a document; the introspection query of GraphiQL has a tenth of that. */
export const MAX_TOKENS = 5000;
/**
 * Maximum parts (fields, arguments, values, directives) of a document with expanded fragments: as many as a
 * document without fragments could have.
 */
const MAX_PARTS = MAX_TOKENS;
/** Each alias may cause separate work. */
const MAX_ALIASES = 30;
/** Maximum estimated records of a result, including nested ones, and their values; see `cost.ts`. */
const MAX_RECORDS = 12_000;
const MAX_VALUES = 200_000;
const MAX_DEPTH = 15;
/** Each root field may cause separate work. */
const MAX_ROOT_FIELDS = 30;
/** Characters of the texts and keys of a result. */
const MAX_CHARACTERS = 10 * 1024 * 1024;
/** Inputs with a `recurrence`: each expands a rule, in one mutation after the other. */
const MAX_RECURRENCES = 5;
const MAX_VARIABLE_DEPTH = 10;
const MAX_NAME_LENGTH = 256;

/** The nesting depth of the variables. Works level by level, so that deep nesting cannot overflow the stack. */
function variableDepth(variables: unknown): number {
  let level: unknown[] = [variables];
  for (let depth = 0; ; depth++) {
    level = level
      .filter((value) => typeof value === 'object' && value !== null)
      .flatMap((value) => Object.values(value as object));
    if (level.length === 0 || depth > MAX_VARIABLE_DEPTH) return depth;
  }
}

/** Counts the inputs with a `recurrence`, literal or variable. */
function recurrencesIn(
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
  );
  const values = { ...Object.fromEntries(defaults), ...variables };
  let count = 0;
  visit(document, {
    Argument: ({ value }) => {
      const input = valueFromASTUntyped(value, values);
      if (isObject(input) && (input.recurrence ?? null) !== null) count++;
    },
  });
  return count;
}

const tooComplex = (message: string): ServiceError => new ServiceError('query_too_complex', { message });

/**
 * Refuses large documents before validation, whose time grows with the expansion of fragments.
 * @throws ServiceError query_too_complex, 400
 */
export function checkDocumentSize(document: DocumentNode): void {
  const { parts, aliases } = sizeOf(document);
  if (parts > MAX_PARTS) {
    const figure = parts < 1e9 ? String(parts) : 'a billion and more';
    throw tooComplex(
      `With its fragments expanded, the document has ${figure} parts, more than the ${MAX_PARTS} allowed.`,
    );
  }
  if (aliases > MAX_ALIASES)
    throw tooComplex(`The document has ${aliases} aliases, more than the ${MAX_ALIASES} allowed.`);
}

/**
 * Refuses valid operations with a too large estimated result (rules#query-limits).
 * @throws ServiceError query_too_complex, 400
 */
export function checkOperationCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  request: {
    operationName?: string | null | undefined;
    variables?: Readonly<Record<string, unknown>> | undefined;
  },
  settings: Settings,
): void {
  if ((request.operationName?.length ?? 0) > MAX_NAME_LENGTH)
    throw tooComplex(`The operation's name has more than ${MAX_NAME_LENGTH} characters.`);
  const operation = getOperationAST(document, request.operationName);
  if (!operation) return;
  const variables = request.variables ?? {};
  if (variableDepth(variables) > MAX_VARIABLE_DEPTH)
    throw tooComplex(`The variables are nested deeper than ${MAX_VARIABLE_DEPTH} levels.`);
  const recurrences = operation.operation === 'mutation' ? recurrencesIn(document, operation, variables) : 0;
  if (recurrences > MAX_RECURRENCES)
    throw tooComplex(
      `The document has ${recurrences} inputs with a recurrence, more than the ${MAX_RECURRENCES} allowed; send the others in another document.`,
    );
  const cost = operationCost(schema, document, operation, variables, settings);
  const { depth, records, values, fields } = cost;
  if (fields > MAX_ROOT_FIELDS)
    throw tooComplex(
      `The operation has ${fields} fields at its root, more than the ${MAX_ROOT_FIELDS} allowed.`,
    );
  if (depth > MAX_DEPTH)
    throw tooComplex(`The query is nested ${depth} levels deep, deeper than the ${MAX_DEPTH} allowed.`);
  if (records > MAX_RECORDS)
    throw tooComplex(
      `The query could return ${records} records, more than the ${MAX_RECORDS} allowed; request smaller pages.`,
    );
  if (values > MAX_VALUES)
    throw tooComplex(
      `The query could return ${values} values, more than the ${MAX_VALUES} allowed; request smaller pages or fewer fields.`,
    );
}

/**
 * Refuses too large results before they are written as JSON.
 * @throws ServiceError query_too_complex, 400
 */
export function checkResultSize(data: unknown): void {
  if (countCharacters(data, MAX_CHARACTERS, true) > MAX_CHARACTERS)
    throw tooComplex(
      'The result is larger than the 10 MB allowed; request smaller pages, fewer fields, or fewer levels.',
    );
}
