import { toUtc } from '../../../lib/date-time.ts';
import { addMonths } from '../../../lib/dates.ts';
import { localDateTimeOf } from '../../../lib/zones.ts';
import type { Binding, Contract, Json, Param, Route } from '../../contract/types.ts';

/** The deployment and request settings of an index. */
export interface IndexOptions {
  /** `calendar/events/v1`, or an alias. */
  namespace: string;
  perPage: number;
  now: Date;
  timezone: string;
  /** `https://host/wp-json`, without a trailing slash. */
  restRoot: string;
}

/** A parameter in the index: JSON Schema keywords and whether it is required. */
export type IndexArg = Record<string, Json>;

export interface IndexEndpoint {
  methods: string[];
  /** An empty list without parameters, as in WordPress. */
  args: Record<string, IndexArg> | [];
}

interface IndexRoute {
  namespace: string;
  methods: string[];
  endpoints: IndexEndpoint[];
  _links?: { self: { href: string }[] };
}

interface NamespaceIndex {
  namespace: string;
  routes: Record<string, IndexRoute>;
  _links: { up: { href: string }[] };
}

/** Patterns of path variables in WordPress. */
const PATTERNS: Readonly<Record<string, string>> = { id: '(?P<id>\\d+)', slug: '(?P<slug>[^/]+)' };

/** Builds the index of a namespace. */
export function indexDocument(contract: Contract, options: IndexOptions): NamespaceIndex {
  const routes: Record<string, IndexRoute> = {};
  const listed = contract.routes.filter(({ bindings }) => bindings.some(({ unlisted }) => !unlisted));
  for (const path of ['/', '/doc', ...listed.map((route) => route.path)]) {
    const route = indexRoute(contract, path, options);
    if (route) routes[shownPath(path, options.namespace)] = route;
  }
  return { namespace: options.namespace, routes, _links: { up: [{ href: `${options.restRoot}/` }] } };
}

/** The entry of a path of the contract (`/events/{id}`), `/` and `/doc` included; null for any other path. */
export function indexRoute(contract: Contract, path: string, options: IndexOptions): IndexRoute | null {
  const endpoints = indexEndpoints(contract, path, options);
  if (!endpoints) return null;
  const entry: IndexRoute = {
    namespace: options.namespace,
    methods: endpoints.flatMap((endpoint) => endpoint.methods),
    endpoints,
  };
  if (!path.includes('{'))
    entry._links = { self: [{ href: `${options.restRoot}${shownPath(path, options.namespace)}` }] };
  return entry;
}

/** A path in the form of WordPress, with patterns for its variables. */
function shownPath(path: string, namespace: string): string {
  if (path === '/') return `/${namespace}`;
  return `/${namespace}${path.replace(/\{(\w+)\}/g, (variable, name: string) => PATTERNS[name] ?? variable)}`;
}

function indexEndpoints(contract: Contract, path: string, options: IndexOptions): IndexEndpoint[] | null {
  if (path === '/doc') return [{ methods: ['GET'], args: [] }];
  if (path === '/') {
    const fixed = (value: string): IndexArg => ordered({ default: value }, false, contract);
    return [{ methods: ['GET'], args: { namespace: fixed(options.namespace), context: fixed('view') } }];
  }
  const route: Route | undefined = contract.routes.find((candidate) => candidate.path === path);
  return route ? route.bindings.map((binding) => endpoint(binding, contract, options)) : null;
}

function endpoint(binding: Binding, contract: Contract, options: IndexOptions): IndexEndpoint {
  const { pathParam, queryParams, bodyParams } = binding;
  const fields = [...queryParams, ...bodyParams].filter((param) => !param.unlisted);
  // A field of the body replaces the path parameter of the same name: the `slug` of an event, which renames the event.
  const path = pathParam && !fields.some((param) => param.wire === pathParam.wire) ? [pathParam] : [];
  const args = [...path, ...fields].map((param) => [param.wire, arg(param, contract, options)] as const);
  return { methods: [...binding.methods], args: args.length > 0 ? Object.fromEntries(args) : [] };
}

function arg(param: Param, contract: Contract, options: IndexOptions): IndexArg {
  const { shown } = param;
  const keywords: IndexArg = {};
  const value = defaultOf(param, contract, options);
  if (value !== undefined) keywords.default = value;
  if (param.description) keywords.description = param.description;
  if (shown.type !== 'NONE') keywords.type = shown.type.toLowerCase();
  if (shown.items) keywords.items = { type: shown.items.toLowerCase() };
  if (shown.format && contract.revision === 'B') keywords.format = shown.format;
  return ordered(keywords, param.required, contract);
}

/** Releases with revision A wrote `required` first. */
const ordered = (keywords: IndexArg, required: boolean, { revision }: Contract): IndexArg =>
  revision === 'A' ? { required, ...keywords } : { ...keywords, required };

function defaultOf(
  { shown }: Param,
  { revision }: Contract,
  { perPage, now, timezone }: IndexOptions,
): Json | undefined {
  if (shown.defaultFrom === 'PER_PAGE') return String(perPage);
  if (shown.defaultFrom) {
    const local = minuteOf(now, timezone);
    return shown.defaultFrom === 'NOW' ? local : addMonths(local, 24);
  }
  if (shown.default !== undefined) return shown.default;
  return shown.nullDefault && revision === 'B' ? null : undefined;
}

/** The local time of the site without seconds, so that the document can be cached for a minute. */
const minuteOf = (now: Date, timezone: string): string =>
  `${localDateTimeOf(toUtc(now), timezone).slice(0, 16)}:00`;
