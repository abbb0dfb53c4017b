import { GRAPHQL_MAX_INT } from 'graphql';
import { isObject, property } from '../../lib/object.ts';
import {
  boundFailures,
  type Failure,
  failureOf,
  holdsNul,
  type Inputs,
  InvalidValue,
  MAX_ELEMENTS,
  nulInside,
  tooMany,
} from './bounds.ts';
import type { Param, ValueType } from './types.ts';

interface Coerced {
  /** Arguments as GraphQL takes them; parameters that were not sent are absent. */
  values: Record<string, unknown>;
  /** Failures by the path of the argument. */
  failures: Record<string, Failure>;
  /** Paths of required parameters that are absent or null. */
  missing: string[];
}

/** Sets a value at a path of names with dots between them. */
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
 * Checks optional objects such as `filter.near`: sent without one of its required parameters, it is a failure; sent
 * without all of them, it is dropped.
 */
function completeObjects(params: readonly Param[], result: Coerced): void {
  const objects = Map.groupBy(
    params.filter(({ neededInside }) => neededInside),
    ({ name }) => name.slice(0, name.lastIndexOf('.')),
  );
  for (const [path, needed] of objects) {
    const failed = needed.some(({ name }) => result.failures[name]);
    const sent = needed.filter(({ name }) => hasAt(result.values, name));
    if (!failed && sent.length < needed.length) {
      const [missing] = needed.filter((one) => !sent.includes(one));
      const message = `needs the ${missing?.name.slice(path.length + 1)} too`;
      for (const { name } of sent) result.failures[name] = { message, code: 'rest_invalid_value' };
    }
    if (sent.length < needed.length && hasAt(result.values, path)) setAt(result.values, path, undefined);
  }
}

const hasAt = (values: unknown, path: string): boolean =>
  path.split('.').reduce(property, values) !== undefined;

const NUMBER = /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;
/** Characters of a number as text; looked at first. */
const LONGEST_NUMBER = 1_000;

function readNumber(value: unknown, integer: boolean, { clamped, min, max }: Param): number {
  const read =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.length <= LONGEST_NUMBER && NUMBER.test(value)
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
  if (Array.isArray(value) && value.length > MAX_ELEMENTS) throw tooMany();
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
      if (typeof value !== 'string') throw new InvalidValue('must be a text');
      return value;
    }
    case 'enum': {
      const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
      const match = type.values.find(
        ({ word, also }) => word === text || also.some((other) => other === text),
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

/**
 * The elements of a text such as `1,2`; `[1,2]` and `["a","b"]` are read as the lists they look like, and
 * never become names.
 */
function elementsOfText(text: string): unknown[] {
  const [, inner] = BRACKETED.exec(text) ?? [];
  if (inner !== undefined) {
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return list;
    } catch {
      // Such as `[jazz, folk]`.
    }
  }
  const all = (inner ?? text)
    .split(',')
    .map((element) => element.trim())
    .filter((element) => element !== '');
  if (all.some((element) => /^\[|\]$/.test(element)))
    throw new InvalidValue('has brackets that are not a pair', 'rest_invalid_value');
  return all;
}

/**
 * A list as array, as text separated by commas, or as one value. An object with digits for keys is an array
 * that a form has sent.
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

/** What a form sends for an empty list: `tags[]=`. */
const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

function readParam(value: unknown, param: Param, inputs: Inputs, emptyList: boolean): unknown {
  if (holdsNul(value)) throw nulInside();
  if (!param.list) return readValue(value, param, inputs);
  const all: unknown[] = [];
  for (const element of elements(value)) {
    if (emptyList && isBlank(element)) continue;
    if (all.length === MAX_ELEMENTS) throw tooMany();
    all.push(readValue(element, param, inputs));
  }
  if (all.length === 0 && !emptyList) throw new InvalidValue('must not be empty');
  return all;
}

/** A number as the input object that names the record, in each element of a list. 0 may stand for none. */
function inField(value: unknown, { field, emptyIsNull }: Param): unknown {
  if (field === null) return value;
  if (Array.isArray(value)) return value.map((element: unknown) => ({ [field]: element }));
  return value === 0 && emptyIsNull ? null : { [field]: value };
}

/**
 * Reads raw values (query strings, form fields, JSON) by REST name into arguments of GraphQL.
 * Everything is checked, bounds included, so that one answer can name every failing parameter. Unknown names
 * are ignored.
 * @param options.emptyLists whether lists may be empty: they may in bodies, where that clears, not in filters
 */
export function coerce(
  params: readonly Param[],
  raw: Readonly<Record<string, unknown>>,
  inputs: Inputs,
  options = { emptyLists: true },
): Coerced {
  const result: Coerced = { values: {}, failures: {}, missing: [] };
  for (const param of params) {
    const sent = [param.wire, ...param.also].find((name) => Object.hasOwn(raw, name));
    const value = sent === undefined ? undefined : raw[sent];
    if (value === undefined || (value === null && param.required)) {
      if (param.required) result.missing.push(param.name);
      continue;
    }
    if (value === null || (param.emptyIsNull && isBlank(value))) {
      setAt(result.values, param.name, null);
      continue;
    }
    try {
      const accepted = readParam(value, param, inputs, options.emptyLists);
      // Paths inside the value are in names of GraphQL; REST names the parameter.
      const [failure] = Object.values(boundFailures(param, accepted, inputs));
      if (failure) result.failures[param.name] = failure;
      else setAt(result.values, param.name, inField(accepted, param));
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      result.failures[param.name] = failureOf(error);
    }
  }
  completeObjects(params, result);
  return result;
}
