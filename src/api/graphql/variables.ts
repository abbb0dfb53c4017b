import {
  coerceInputValue,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInputType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import { BadValue, invalidParams, MAX_PROBLEMS, type Problem, type Problems } from '../../lib/errors.ts';
import { MAX_ELEMENTS } from '../contract/bounds.ts';
import { withOneOfRemedy } from './one-of.ts';

export type Variables = Record<string, unknown>;

type Path = readonly (string | number)[];

/** Stops the search for problems when there are enough. */
class ProblemLimitReached extends Error {}

/** Translates an error of graphql-js about a value: keeps the messages of our own readers, and names absent fields. */
function inputProblem(
  error: GraphQLError,
  path: Path,
  value: unknown,
  type: GraphQLInputType,
): { path: Path; problem: Problem } {
  if (error.originalError instanceof BadValue)
    return { path, problem: { message: error.originalError.message, code: error.originalError.code } };
  const [, required, unknown] =
    /^Field "(\w+)" of required type|^Field "(\w+)" is not defined/.exec(error.message) ?? [];
  if (required)
    return {
      path: [...path, required],
      problem: { message: 'is required', code: 'rest_missing_callback_param' },
    };
  return {
    path: unknown ? [...path, unknown] : path,
    problem: {
      message: withOneOfRemedy(error.message, typeAt(type, path), value),
      code: 'rest_invalid_type',
    },
  };
}

/** The type of the value at a path; for a list the type of its elements. */
const typeAt = (type: GraphQLInputType, path: Path): GraphQLInputType | undefined =>
  path.reduce<GraphQLInputType | undefined>((outer, step) => {
    const named = outer && getNamedType(outer);
    return isInputObjectType(named) && typeof step === 'string' ? named.getFields()[step]?.type : named;
  }, type);

/** Reads a value by its type, and reports at most {@link MAX_PROBLEMS} problems. @returns undefined if there is one */
function readInput(
  value: unknown,
  type: GraphQLInputType,
  report: (path: Path, problem: Problem) => void,
): unknown {
  const tooLong = tooLongList(value);
  if (tooLong) {
    report(tooLong, { message: `must have at most ${MAX_ELEMENTS} elements`, code: 'rest_invalid_type' });
    return undefined;
  }
  let problems = 0;
  try {
    const read: unknown = coerceInputValue(value, type, (at, invalid, error) => {
      const { path, problem } = inputProblem(error, at, invalid, type);
      report(path, problem);
      problems += 1;
      if (problems >= MAX_PROBLEMS) throw new ProblemLimitReached();
    });
    return problems === 0 ? read : undefined;
  } catch (error) {
    if (error instanceof ProblemLimitReached) return undefined;
    throw error;
  }
}

/** No input type is nested deeper. */
const MAX_LEVELS = 10;

/** The path to a too long list in a value, found before its elements are read. */
function tooLongList(value: unknown, path: Path = []): Path | undefined {
  if (typeof value !== 'object' || value === null || path.length > MAX_LEVELS) return undefined;
  if (Array.isArray(value) && value.length > MAX_ELEMENTS) return path;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner !== 'object') continue;
    const long = tooLongList(inner, [...path, Array.isArray(value) ? Number(name) : name]);
    if (long) return long;
  }
  return undefined;
}

/**
 * The argument paths of variables: `$from` in `input: {startDate: $from}` is `input.startDate`, the name that
 * callers know.
 */
function argumentPaths(operation: OperationDefinitionNode): Map<string, string> {
  const paths = new Map<string, string>();
  const path: string[] = [];
  const step = {
    enter: (node: { name: { value: string } }) => void path.push(node.name.value),
    leave: () => void path.pop(),
  };
  visit(operation.selectionSet, {
    Argument: step,
    ObjectField: step,
    Variable: ({ name }) => {
      if (!paths.has(name.value)) paths.set(name.value, path.join('.'));
    },
  });
  return paths;
}

/** Collects the problems of the variables of one operation, by argument path. */
class VariableProblems {
  readonly #operation: OperationDefinitionNode;
  readonly all: Problems = Object.create(null);
  #places: Map<string, string> | undefined;
  #count = 0;

  constructor(operation: OperationDefinitionNode) {
    this.#operation = operation;
  }

  get isFull(): boolean {
    return this.#count >= MAX_PROBLEMS;
  }

  add(variable: string, problem: Problem, path: Path = []): void {
    this.#places ??= argumentPaths(this.#operation);
    const name = [this.#places.get(variable) ?? variable, ...path].join('.');
    if (Object.hasOwn(this.all, name)) return;
    this.all[name] = problem;
    this.#count += 1;
  }

  /** @throws ServiceError rest_invalid_param if there are any */
  throwIfAny(): void {
    if (this.#count > 0) throw invalidParams(this.all);
  }
}

/**
 * Checks the variables of an operation by the rules of GraphQL. Execution reads them again.
 * @throws ServiceError rest_invalid_param with all problems
 */
export function checkVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  sent: Readonly<Variables>,
): void {
  const problems = new VariableProblems(operation);
  for (const definition of operation.variableDefinitions ?? []) {
    if (problems.isFull) break;
    checkVariable(schema, definition, sent, problems);
  }
  problems.throwIfAny();
}

function checkVariable(
  schema: GraphQLSchema,
  definition: VariableDefinitionNode,
  sent: Readonly<Variables>,
  problems: VariableProblems,
): void {
  const name = definition.variable.name.value;
  const refuse = (reason: string): void =>
    problems.add(name, { message: `The variable $${name} ${reason}.`, code: 'rest_missing_callback_param' });
  // graphql-js stores variables in plain objects, which would drop this one.
  if (name === '__proto__') {
    refuse('has a reserved name; give it another one');
    return;
  }
  const type = typeFromAST(schema, definition.type);
  if (!isInputType(type)) throw new Error(`$${name} passed validation with a type that is not an input type`);
  const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
  if (value === undefined) {
    if (isNonNullType(type) && !definition.defaultValue) refuse(`of type ${String(type)} is required`);
  } else if (value === null && isNonNullType(type)) {
    refuse(`of type ${String(type)} must not be null`);
  } else {
    readInput(value, type, (path, problem) => problems.add(name, problem, path));
  }
}
