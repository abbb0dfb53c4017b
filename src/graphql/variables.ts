import {
  coerceInputValue,
  type GraphQLError,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromAST,
  visit,
} from 'graphql';
import { BadValue, invalidParams, type Problem, type Problems } from '../errors.ts';

export type Variables = Record<string, unknown>;

type Path = readonly (string | number)[];
type Add = (name: string, problem: Problem, path?: Path) => void;

/** What graphql-js says of a value, in the words of the service: its own readers' reasons as they are, and absent fields at their place. */
export function inputProblem(error: GraphQLError, path: Path): { path: Path; problem: Problem } {
  if (error.originalError instanceof BadValue)
    return { path, problem: { message: error.originalError.message, code: error.originalError.code } };
  const [, required, unknown] = /^Field "(\w+)" of required type|^Field "(\w+)" is not defined/.exec(error.message) ?? [];
  if (required) return { path: [...path, required], problem: { message: 'is required', code: 'rest_missing_callback_param' } };
  return { path: unknown ? [...path, unknown] : path, problem: { message: error.message, code: 'rest_invalid_type' } };
}

/** Where each variable goes: `$from` in `input: {startDate: $from}` is `input.startDate`, the name by which callers know it. */
function places(operation: OperationDefinitionNode): Map<string, string> {
  const found = new Map<string, string>();
  const path: string[] = [];
  const step = {
    enter: (node: { name: { value: string } }) => void path.push(node.name.value),
    leave: () => void path.pop(),
  };
  visit(operation.selectionSet, {
    Argument: step,
    ObjectField: step,
    Variable: ({ name }) => {
      if (!found.has(name.value)) found.set(name.value, path.join('.'));
    },
  });
  return found;
}

/**
 * Reads the variables of an operation by the rules of GraphQL, defaults included. Reading the result once more gives the same.
 * @throws ServiceError rest_invalid_param that names everything wrong
 */
export function readVariables(schema: GraphQLSchema, operation: OperationDefinitionNode, given: Readonly<Variables>): Variables {
  const values: Variables = {};
  const problems: Problems = {};
  const definitions = operation.variableDefinitions ?? [];
  const add: Add = (name, problem, path = []) => {
    problems[[places(operation).get(name) ?? name, ...path].join('.')] ??= problem;
  };
  for (const definition of definitions) readVariable(schema, definition, given, values, add);
  if (Object.keys(problems).length > 0) throw invalidParams(problems);
  return values;
}

function readVariable(
  schema: GraphQLSchema,
  definition: VariableDefinitionNode,
  given: Readonly<Variables>,
  values: Variables,
  add: Add,
): void {
  const name = definition.variable.name.value;
  const refuse = (reason: string): void => add(name, { message: `The variable $${name} ${reason}.`, code: 'rest_missing_callback_param' });
  const type = typeFromAST(schema, definition.type);
  if (!isInputType(type)) throw new Error(`$${name} passed validation with a type that is no input`);
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (value === undefined) {
    if (definition.defaultValue) values[name] = valueFromAST(definition.defaultValue, type);
    else if (isNonNullType(type)) refuse(`of type ${String(type)} is required`);
  } else if (value === null && isNonNullType(type)) {
    refuse(`of type ${String(type)} must not be null`);
  } else {
    values[name] = coerceInputValue(value, type, (at, _value, error) => {
      const { path, problem } = inputProblem(error, at);
      add(name, problem, path);
    });
  }
}
