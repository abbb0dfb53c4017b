import type { GraphQLArgument, GraphQLInputField } from 'graphql';
import { isObject } from '../../lib/object.ts';
import type { Failure, Inputs } from './bounds.ts';
import { applied, asText } from './directives.ts';
import type { Param } from './types.ts';

/** Present names by old ones, of the arguments of a field or the fields of an input type. */
export type Aliases = ReadonlyMap<string, string>;

type Source = GraphQLArgument | GraphQLInputField;

/** The present name of an argument or input field that has an old one; null for all others. */
const presentName = ({ astNode }: Source): string | null => asText(applied(astNode, 'alias')[0]?.of);

export const isAlias = (source: Source): boolean => presentName(source) !== null;

/** @throws Error at start for an old name of nothing */
export function aliasesOf(sources: readonly Source[]): Aliases {
  const aliases = new Map<string, string>();
  for (const source of sources) {
    const name = presentName(source);
    if (name === null) continue;
    if (!sources.some((other) => other.name === name))
      throw new Error(`@alias of ${source.name} names ${name}, which does not exist`);
    aliases.set(source.name, name);
  }
  return aliases;
}

/** What input types have: their parameters, and old names of these. */
interface InputTypes {
  readonly inputs: Inputs;
  readonly aliases: ReadonlyMap<string, Aliases>;
}

/** Values under their present names, and those that were sent by both names as failures, by path. */
interface Renamed {
  readonly values: Record<string, unknown>;
  readonly failures: Record<string, Failure>;
}

/** Puts values that were sent under old names under the present ones, also inside objects. */
export function renamed(
  sent: Readonly<Record<string, unknown>>,
  params: readonly Param[],
  aliases: Aliases,
  types: InputTypes,
): Renamed {
  const result: Renamed = { values: {}, failures: {} };
  for (const [key, value] of Object.entries(sent)) {
    const name = aliases.get(key) ?? key;
    if (name !== key && sent[name] !== undefined)
      result.failures[name] = {
        message: `must be sent once, and not as ${key} too, which is its old name`,
        code: 'rest_invalid_param',
      };
    else result.values[name] = inside(value, name, params, types, result.failures);
  }
  return result;
}

function inside(
  value: unknown,
  name: string,
  params: readonly Param[],
  types: InputTypes,
  failures: Renamed['failures'],
): unknown {
  const type = params.find((param) => param.name === name)?.input ?? null;
  const fields = type === null ? undefined : types.inputs.get(type);
  if (type === null || !fields) return value;
  const renamedAt = (element: unknown, path: string): unknown => {
    if (!isObject(element)) return element;
    const inner = renamed(element, fields, types.aliases.get(type) ?? new Map(), types);
    for (const [at, failure] of Object.entries(inner.failures)) failures[`${path}.${at}`] = failure;
    return inner.values;
  };
  return Array.isArray(value)
    ? value.map((element, at) => renamedAt(element, `${name}.${at}`))
    : renamedAt(value, name);
}
