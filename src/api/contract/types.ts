/** The contract as plain data, made at start. Nothing here knows HTTP, Express or a resource. */

import type { Revision } from '../../lib/revision.ts';

export type { Revision };
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Reply = 'LIST' | 'SINGLE' | 'WRITTEN';
export type Place = 'ROOT' | 'EMBEDDED';
export type ShownType = 'INTEGER' | 'NUMBER' | 'STRING' | 'BOOLEAN' | 'NONE';
export type ComputedDefault = 'PER_PAGE' | 'NOW' | 'NOW_PLUS_24_MONTHS';
export type Empty = 'ABSENT' | 'FALSE' | 'LIST' | 'TEXT' | 'ZERO';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** How the text or JSON of a request becomes the value of an argument. */
export type ValueType =
  | { kind: 'int' | 'float' | 'boolean' | 'string' }
  | {
      kind: 'enum';
      name: string;
      values: readonly { word: string; description: string; also: readonly string[] }[];
    }
  | {
      kind: 'scalar';
      name: string;
      description: string;
      /** Turns every accepted form into the one that the GraphQL type takes. */
      parse: (value: unknown) => unknown;
      objects: string | null;
    }
  /** An object with fields of its own, which only GraphQL accepts. */
  | { kind: 'input' };

/** One parameter of a route: an argument of the operation, or a field of one of its input objects. */
export interface Param {
  /** Path of the GraphQL value inside the arguments, with dots: `filter.near.latitude`. */
  name: string;
  /** REST name. */
  wire: string;
  /** Other names that REST reads where that one is not sent. */
  also: readonly string[];
  description: string;
  type: ValueType;
  /** Name of the GraphQL input type of its objects. */
  input: string | null;
  /** Field of that type which each value becomes, where REST reads a record by its number: `databaseId`. */
  field: string | null;
  /** Type of the object that a global ID must name. */
  idOf: string | null;
  list: boolean;
  required: boolean;
  /** Whether the object around it needs the value: `latitude` in `filter.near`. */
  neededInside: boolean;
  min: number | null;
  max: number | null;
  nonEmpty: boolean;
  /** Whether REST reads the empty text as null. */
  emptyIsNull: boolean;
  maxLength: number | null;
  /** Whether a number above the largest one counts as the largest one. */
  clamped: boolean;
  unlisted: boolean;
  /** REST name of the parameter behind which the listing has this one. */
  after: string | null;
  /** How the namespace index shows it. `default` is undefined where it shows none. */
  shown: {
    type: ShownType;
    items: ShownType | null;
    format: string | null;
    default: Json | undefined;
    defaultFrom: ComputedDefault | null;
    nullDefault: boolean;
  };
}

/** One route of an operation: a path with the methods that run it. */
export interface Binding {
  operation: Operation;
  path: string;
  methods: readonly HttpMethod[];
  status: number;
  /** Whether a page past the last one is an error, not an empty list. */
  endsAtLastPage: boolean;
  /** The parameter that the variable of the path stands for, under the name of the variable. */
  pathParam: Param | null;
  /** REST name of that parameter, if it is not the variable's: `venue` of `/venues/{id}/events`. */
  names: string | null;
  /** Whether the namespace index leaves the route out. */
  unlisted: boolean;
  /** Arguments taken from the query string. */
  queryParams: readonly Param[];
  /** Fields of the input object, taken from the body. */
  bodyParams: readonly Param[];
}

/** A root field of the schema that REST can reach. */
export interface Operation {
  /** `Query.events` */
  coordinate: string;
  field: string;
  kind: 'query' | 'mutation';
  description: string;
  reply: Reply;
  /** Name of the record's GraphQL type. */
  record: string;
  /** The field of the payload that has the record; null for queries. */
  payload: string | null;
  /** The REST key of the records in a list reply, else null. */
  itemsKey: string | null;
  /** The type of the page around them, in a list reply. */
  page: WireRecord | null;
  /** Whether the operation takes an `input` object. */
  hasInput: boolean;
  bindings: Binding[];
}

/** All routes of one path. */
export interface Route {
  path: string;
  pathParam: Param | null;
  /** In the order in which they are listed. */
  bindings: readonly Binding[];
}

/** One key of a record in REST. */
export interface WireKey {
  key: string;
  /** The GraphQL field the key shows; null for a constant. */
  field: string | null;
  description: string;
  /** JSON type, or the name of another record type. */
  type:
    | { kind: 'int' | 'float' | 'boolean' | 'string' | 'datetime' | 'json' }
    | { kind: 'enum'; values: readonly string[] }
    | { kind: 'record'; name: string };
  list: boolean;
  /** Whether REST shows null, or what `empty` says in place of it. */
  nullable: boolean;
  empty: Empty | null;
  unwrap: boolean;
  /** It is never empty text or an empty list, so it is there even where empty keys are dropped. */
  filled: boolean;
  replies: readonly Reply[];
  place: Place | null;
  constant: Json | undefined;
}

export interface WireRecord {
  name: string;
  description: string;
  dropEmpty: boolean;
  keys: readonly WireKey[];
}

export interface Contract {
  revision: Revision;
  routes: readonly Route[];
  operations: readonly Operation[];
  /** Fields of input types, by the name of the type. */
  inputs: ReadonlyMap<string, readonly Param[]>;
  records: ReadonlyMap<string, WireRecord>;
}
