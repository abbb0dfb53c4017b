/** The contract as plain data, built at start. Independent of HTTP, Express and resources. */

import type { Revision } from '../../lib/revision.ts';

export type { Revision };
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Reply = 'LIST' | 'SINGLE' | 'WRITTEN';
export type Place = 'ROOT' | 'EMBEDDED';
export type ShownType = 'INTEGER' | 'NUMBER' | 'STRING' | 'BOOLEAN' | 'NONE';
export type ComputedDefault = 'PER_PAGE' | 'NOW' | 'NOW_PLUS_24_MONTHS';
export type Empty = 'ABSENT' | 'FALSE' | 'LIST' | 'TEXT' | 'ZERO';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** How text or JSON in a request is converted to an argument. */
export type ValueType =
  | { kind: 'int' | 'float' | 'boolean' | 'string' }
  | {
      kind: 'enum';
      name: string;
      values: readonly { word: string; description: string; aliases: readonly string[] }[];
    }
  | {
      kind: 'scalar';
      name: string;
      description: string;
      /** Converts every accepted form to the GraphQL form. */
      parse: (value: unknown) => unknown;
      objects: string | null;
    }
  /** An input object, which only GraphQL accepts. */
  | { kind: 'input' };

/** A parameter of a route: an argument of the operation, or a field of one of its input objects. */
export interface Param {
  /** Dotted path of the value in the GraphQL arguments: `filter.near.latitude`. */
  name: string;
  /** REST name. */
  wire: string;
  /** Other REST names, read if `wire` is not sent. */
  aliases: readonly string[];
  description: string;
  type: ValueType;
  /** GraphQL input type of its objects. */
  input: string | null;
  /** Field of `input` that receives the value, if REST names the record by id: `databaseId`. */
  field: string | null;
  /** GraphQL type that the global ID must refer to. */
  idOf: string | null;
  list: boolean;
  required: boolean;
  /** Whether its optional object requires the value: `latitude` in `filter.near`. */
  requiredInObject: boolean;
  min: number | null;
  max: number | null;
  nonEmpty: boolean;
  /** Whether REST reads the empty text as null. */
  emptyIsNull: boolean;
  maxLength: number | null;
  /** Whether a number above the 32-bit maximum is reduced to the maximum. */
  clamped: boolean;
  unlisted: boolean;
  /** REST name of the parameter that precedes this one in the index. */
  after: string | null;
  /** How the namespace index shows the parameter; `default` is undefined if the index shows none. */
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
  failsPastLastPage: boolean;
  /** The parameter in the path; `wire` is the name of the path variable. */
  pathParam: Param | null;
  /** REST name of the parameter in the path, if it differs from the variable: `venue` of `/venues/{id}/events`. */
  pathArgument: string | null;
  /** Whether the namespace index excludes the route. */
  unlisted: boolean;
  queryParams: readonly Param[];
  /** Fields of the input object. */
  bodyParams: readonly Param[];
}

/** A root field of the schema with a REST route. */
export interface Operation {
  /** `Query.events` */
  coordinate: string;
  field: string;
  kind: 'query' | 'mutation';
  description: string;
  reply: Reply;
  /** Name of the record's GraphQL type. */
  record: string;
  /** Field of the payload that contains the record; null for queries. */
  payload: string | null;
  /** REST key of the records in a list reply. */
  itemsKey: string | null;
  /** The page type of a list reply. */
  page: WireRecord | null;
  hasInput: boolean;
  bindings: Binding[];
}

/** All bindings of one path. */
export interface Route {
  path: string;
  pathParam: Param | null;
  /** In the order of the index. */
  bindings: readonly Binding[];
}

/** A key of a record in REST. */
export interface WireKey {
  key: string;
  /** The GraphQL field; null for a constant. */
  field: string | null;
  description: string;
  /** JSON type, or the name of another record type. */
  type:
    | { kind: 'int' | 'float' | 'boolean' | 'string' | 'datetime' | 'json' }
    | { kind: 'enum'; values: readonly string[] }
    | { kind: 'record'; name: string };
  list: boolean;
  /** Whether REST may show null, or the value of `empty` instead. */
  nullable: boolean;
  empty: Empty | null;
  unwrap: boolean;
  /** Never an empty text or list, so the key is present even if the record drops empty keys. */
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
