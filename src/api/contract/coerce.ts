import { GRAPHQL_MAX_INT } from 'graphql';
import { isObject, property } from '../../lib/object.ts';
import {
  boundFailures,
  containsNul,
  type Failure,
  failureOf,
  type Inputs,
  InvalidValue,
  MAX_ELEMENTS,
  nulError,
  tooManyElements,
} from './bounds.ts';
import type { Param, ValueType } from './types.ts';

interface Coerced {
  /** GraphQL arguments, without parameters that were not sent. */
  values: Record<string, unknown>;
  /** Failures by argument path. */
  failures: Record<string, Failure>;
  /** Paths of required parameters that are absent or null. */
  missing: string[];
}

/** Sets the value at a dotted path. */
export function setAt(values: Record<string, unknown>, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    values[name] = value;
    return;
  }
  const present = values[name];
  const inner: Record<string, unknown> = isObject(present) ? present : {};
  values[name] = inner;
  setAt(inner, rest.join('.'), value);
}

/**
 * Drops an optional object such as `filter.near` without all of its required parameters; an error if it has some of
 * them.
 */
function checkOptionalObjects(params: readonly Param[], result: Coerced): void {
  const objects = Map.groupBy(
    params.filter(({ requiredInObject }) => requiredInObject),
    ({ name }) => name.slice(0, name.lastIndexOf('.')),
  );
  for (const [path, needed] of objects) {
    const failed = needed.some(({ name }) => result.failures[name]);
    const sent = needed.filter(({ name }) => hasValueAt(result.values, name));
    if (!failed && sent.length < needed.length) {
      const [missing] = needed.filter((one) => !sent.includes(one));
      const message = `also requires the ${missing?.name.slice(path.length + 1)}`;
      for (const { name } of sent) result.failures[name] = { message, code: 'rest_invalid_value' };
    }
    if (sent.length < needed.length && hasValueAt(result.values, path)) setAt(result.values, path, undefined);
  }
}

const hasValueAt = (values: unknown, path: string): boolean =>
  path.split('.').reduce(property, values) !== undefined;

const NUMBER = /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;
/** Maximum characters of a number; checked before the pattern. */
const MAX_NUMBER_LENGTH = 1_000;

function readNumber(value: unknown, integer: boolean, { clamped, min, max }: Param): number {
  const read =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.length <= MAX_NUMBER_LENGTH && NUMBER.test(value)
        ? Number(value)
        : Number.NaN;
  if (clamped && read > GRAPHQL_MAX_INT && (read === Infinity || Number.isInteger(read)))
    return GRAPHQL_MAX_INT;
  if (!Number.isFinite(read)) throw new InvalidValue(integer ? 'must be a whole number' : 'must be a number');
  if (integer && !Number.isInteger(read)) throw new InvalidValue('must be a whole number');
  if (integer && Math.abs(read) > GRAPHQL_MAX_INT)
    throw new InvalidValue(`must be between ${min ?? -GRAPHQL_MAX_INT} and ${max ?? GRAPHQL_MAX_INT}`);
  return read;
}

function readBoolean(value: unknown): boolean {
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (word === true || word === 'true' || word === 1 || word === '1') return true;
  if (word === false || word === 'false' || word === 0 || word === '0') return false;
  throw new InvalidValue('must be true or false');
}

function readObjects(value: unknown, name: string, fields: readonly Param[], inputs: Inputs): unknown {
  if (Array.isArray(value) && value.length > MAX_ELEMENTS) throw tooManyElements();
  if (Array.isArray(value)) return value.map((element) => readObjects(element, name, fields, inputs));
  if (!isObject(value) || 'id' in value) return value;
  if (Object.keys(value).length === 0) return null;
  const { values, failures, missing } = coerce(fields, value, inputs);
  for (const name of missing)
    failures[name] = { message: 'is required', code: 'rest_missing_callback_param' };
  const failed = fields.filter((field) => failures[field.name]);
  const problems = failed.map((field) => `${name}.${field.wire} ${failures[field.name]?.message ?? ''}`);
  if (problems.length > 0) throw new InvalidValue(problems.join('; '), 'rest_invalid_param');
  return values;
}

function readValue(value: unknown, param: Param, inputs: Inputs): unknown {
  const type: ValueType = param.type;
  switch (type.kind) {
    case 'int':
    case 'float':
      return readNumber(value, type.kind === 'int', param);
    case 'boolean':
      return readBoolean(value);
    case 'string': {
      if (typeof value !== 'string') throw new InvalidValue('must be text');
      return value;
    }
    case 'enum': {
      const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
      const match = type.values.find(
        ({ word, aliases }) => word === text || aliases.some((alias) => alias === text),
      );
      if (!match)
        throw new InvalidValue(
          `must be one of ${type.values.map(({ word }) => word).join(', ')}`,
          'rest_not_in_enum',
        );
      return match.word;
    }
    case 'scalar': {
      const fields = type.objects === null ? undefined : inputs.get(type.objects);
      const prepared = fields ? readObjects(value, param.wire, fields, inputs) : value;
      try {
        return type.parse(prepared);
      } catch (error) {
        if (error instanceof InvalidValue) throw error;
        throw new InvalidValue(error instanceof Error ? error.message : 'is not valid', 'rest_invalid_value');
      }
    }
    case 'input':
      throw new Error(`REST has no reader for ${param.wire}`);
  }
}

const BRACKETED = /^\s*\[(.*)\]\s*$/s;

/** The elements of a text such as `1,2`. `[1,2]` and `["a","b"]` are parsed as JSON lists, never as names. */
function elementsOfText(text: string): unknown[] {
  const [, inner] = BRACKETED.exec(text) ?? [];
  if (inner !== undefined) {
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return list;
    } catch {
      // Not JSON, such as `[jazz, folk]`.
    }
  }
  const all = (inner ?? text)
    .split(',')
    .map((element) => element.trim())
    .filter((element) => element !== '');
  if (all.some((element) => /^\[|\]$/.test(element)))
    throw new InvalidValue('has unmatched brackets', 'rest_invalid_value');
  return all;
}

/**
 * The elements of an array, a comma-separated text or a single value. qs may read a list in a form as an object with
 * digit keys.
 */
function elements(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    for (const element of value)
      if (typeof element === 'string' && BRACKETED.test(element))
        throw new InvalidValue('has an element that looks like a list', 'rest_invalid_value');
    return value;
  }
  if (typeof value === 'string') return elementsOfText(value);
  if (isObject(value))
    return Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : [value];
  return [value];
}

/** Whether a value is the empty text that a form sends for an empty list: `tags[]=`. */
const isEmptyText = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

function readParam(value: unknown, param: Param, inputs: Inputs, emptyList: boolean): unknown {
  if (containsNul(value)) throw nulError();
  if (!param.list) return readValue(value, param, inputs);
  const all: unknown[] = [];
  for (const element of elements(value)) {
    if (emptyList && isEmptyText(element)) continue;
    if (all.length === MAX_ELEMENTS) throw tooManyElements();
    all.push(readValue(element, param, inputs));
  }
  if (all.length === 0 && !emptyList) throw new InvalidValue('must not be empty');
  return all;
}

/** Wraps each id in the input object that names a record: `{ databaseId }`. 0 may mean null. */
function asRecordInput(value: unknown, { field, emptyIsNull }: Param): unknown {
  if (field === null) return value;
  if (Array.isArray(value)) return value.map((element: unknown) => ({ [field]: element }));
  return value === 0 && emptyIsNull ? null : { [field]: value };
}

/**
 * Converts raw values by REST name (query string, form fields, JSON) to GraphQL arguments. Checks every parameter,
 * bounds included, so that one response can name all failures. Ignores unknown names.
 * @param options.emptyLists whether an empty list is allowed: it clears a field of a body, but is an error in a filter
 */
export function coerce(
  params: readonly Param[],
  raw: Readonly<Record<string, unknown>>,
  inputs: Inputs,
  options = { emptyLists: true },
): Coerced {
  const result: Coerced = { values: {}, failures: {}, missing: [] };
  for (const param of params) {
    const sent = [param.wire, ...param.aliases].find((name) => Object.hasOwn(raw, name));
    const value = sent === undefined ? undefined : raw[sent];
    if (value === undefined || (value === null && param.required)) {
      if (param.required) result.missing.push(param.name);
      continue;
    }
    if (value === null || (param.emptyIsNull && isEmptyText(value))) {
      setAt(result.values, param.name, null);
      continue;
    }
    try {
      const accepted = readParam(value, param, inputs, options.emptyLists);
      // Paths inside the value use GraphQL names, so the failure is reported for the parameter.
      const [failure] = Object.values(boundFailures(param, accepted, inputs));
      if (failure) result.failures[param.name] = failure;
      else setAt(result.values, param.name, asRecordInput(accepted, param));
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      result.failures[param.name] = failureOf(error);
    }
  }
  checkOptionalObjects(params, result);
  return result;
}
