import { BadValue } from '../../lib/errors.ts';
import { decodeGlobalId } from '../../lib/global-id.ts';
import { isObject } from '../../lib/object.ts';
import type { Failure, Inputs } from '../contract/bounds.ts';
import type { Param } from '../contract/types.ts';

/** Arguments with database ids in place of global IDs, and the failures of malformed IDs and IDs of another type. */
interface DecodedArguments {
  readonly values: Record<string, unknown>;
  readonly failures: Record<string, Failure>;
}

/**
 * Replaces global IDs by database ids in the arguments of a field: in inputs such as `EventBy`, `{ id }` becomes
 * `{ databaseId }`.
 */
export function decodeGlobalIds(
  args: readonly Param[],
  sent: Readonly<Record<string, unknown>>,
  inputs: Inputs,
): DecodedArguments {
  const failures: DecodedArguments['failures'] = {};
  const inObject = (fields: readonly Param[], object: Readonly<Record<string, unknown>>, path: string) => {
    const values: Record<string, unknown> = { ...object };
    for (const { name, idOf, input } of fields) {
      const value = object[name];
      if (value === undefined || value === null) continue;
      if (idOf !== null && typeof value === 'string') {
        const id = databaseIdOf(value, idOf);
        delete values[name];
        if (id === null) failures[path + name] = notAnId(idOf);
        else values.databaseId = id;
      } else if (input !== null) values[name] = inValue(value, input, path + name);
    }
    return values;
  };
  const inValue = (value: unknown, input: string, path: string): unknown => {
    if (Array.isArray(value)) return value.map((element, at) => inValue(element, input, `${path}.${at}`));
    const fields = inputs.get(input);
    return fields && isObject(value) ? inObject(fields, value, `${path}.`) : value;
  };
  return { values: inObject(args, sent, ''), failures };
}

/** The database id in a global ID; null if the text is not a global ID of this type. */
function databaseIdOf(id: string, type: string): number | null {
  try {
    const name = decodeGlobalId(id);
    return name.type === type ? name.id : null;
  } catch (error) {
    if (error instanceof BadValue) return null;
    throw error;
  }
}

const notAnId = (type: string): Failure => ({
  message: `is not the ID of ${/^[AEIO]/.test(type) ? 'an' : 'a'} ${type}`,
  code: 'rest_invalid_value',
});
