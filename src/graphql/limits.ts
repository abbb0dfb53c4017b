import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getOperationAST,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { Settings } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { type Cost, selectionCost } from './cost.ts';

/** Most words and signs of a document; the introspection query of GraphiQL has a tenth of that. */
export const MAX_TOKENS = 5000;
const MAX_DEPTH = 15;
/** Aliases in a document, and fields at its root: each may be work of its own. */
const MAX_ALIASES = 30;
const MAX_ROOT_FIELDS = 30;
/** Records, nested ones included, that an answer can have. */
const MAX_RECORDS = 20_000;
const MAX_VARIABLE_DEPTH = 10;

const tooComplex = (message: string): ServiceError => new ServiceError('query_too_complex', { message });

function aliases(document: DocumentNode): number {
  let found = 0;
  visit(document, {
    Field({ alias }) {
      if (alias) found += 1;
    },
  });
  return found;
}

/** Levels of lists and objects in the variables, read level by level so that no depth can hurt. */
function variableDepth(variables: unknown): number {
  let level: unknown[] = [variables];
  for (let depth = 0; ; depth++) {
    level = level.filter((value) => typeof value === 'object' && value !== null).flatMap((value) => Object.values(value as object));
    if (level.length === 0 || depth > MAX_VARIABLE_DEPTH) return depth;
  }
}

const fragmentsOf = (document: DocumentNode): Map<string, FragmentDefinitionNode> =>
  new Map(document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])));

function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  settings: Settings,
): Cost {
  const root = schema.getRootType(operation.operation);
  if (!isCompositeType(root)) return { depth: 0, records: 0, fields: 0 };
  return selectionCost(
    operation.selectionSet,
    root,
    { schema, fragments: fragmentsOf(document), variables, settings, memo: new Map() },
    null,
  );
}

/**
 * Refuses operations that ask for too much. Introspection costs nothing, so that GraphiQL works; graphql-js bounds its nesting itself.
 * @throws ServiceError query_too_complex, 400
 */
export function checkLimits(
  schema: GraphQLSchema,
  document: DocumentNode,
  request: { operationName?: string | null | undefined; variables?: Readonly<Record<string, unknown>> | undefined },
  settings: Settings,
): void {
  const operation = getOperationAST(document, request.operationName);
  if (!operation) return;
  const variables = request.variables ?? {};
  if (variableDepth(variables) > MAX_VARIABLE_DEPTH) throw tooComplex(`The variables are nested deeper than ${MAX_VARIABLE_DEPTH} levels.`);
  if (aliases(document) > MAX_ALIASES) throw tooComplex(`The document has more than ${MAX_ALIASES} aliases.`);
  const { depth, records, fields } = costOf(schema, document, operation, variables, settings);
  if (fields > MAX_ROOT_FIELDS) throw tooComplex(`The operation has more than ${MAX_ROOT_FIELDS} fields at its root.`);
  if (depth > MAX_DEPTH) throw tooComplex(`The query is nested deeper than ${MAX_DEPTH} levels.`);
  if (records > MAX_RECORDS)
    throw tooComplex(`The query could answer ${records} records, more than the ${MAX_RECORDS} allowed; ask for smaller pages.`);
}
