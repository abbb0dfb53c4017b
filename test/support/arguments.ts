import { snake } from './words.ts';

/** The GraphQL types of the arguments of lists, by REST name; those that are not named here are texts. */
const TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['page', 'per_page', 'post_parent', 'event', 'post', 'parent'].map((name) => [name, 'Int']),
  ),
  ...Object.fromEntries(['geoloc_lat', 'geoloc_lng', 'geoloc_radius'].map((name) => [name, 'Float'])),
  ...Object.fromEntries(
    [
      'featured',
      'geoloc',
      'ticketed',
      'hide_empty',
      'ongoing',
      'ended',
      'hidden',
      'search_linked',
      'is_virtual',
    ].map((name) => [name, 'Boolean']),
  ),
  ...Object.fromEntries(['venue', 'organizer', 'include', 'exclude'].map((name) => [name, '[Int!]'])),
  ...Object.fromEntries(['categories', 'tags'].map((name) => [name, '[TermRef!]'])),
  status: '[Status!]',
  event_status: '[EventStatus!]',
  order: 'Order',
  orderby: 'TermOrderBy',
};
/** Flags that REST reads in many forms, and GraphQL as Booleans alone. */
const FLAGS = ['strict_dates', 'has_events', 'only_with_upcoming'];
/** The Boolean that REST reads. */
export const isTruthy = (value: unknown): boolean => /^(true|1|yes|on|y)$/i.test(String(value));

const typeOf = (name: string): string =>
  FLAGS.includes(name)
    ? 'Boolean'
    : (TYPES[name] ?? (/^((start|end)s?_|modified_)/.test(name) ? 'DateInput' : 'String'));

/** Arguments that GraphQL calls otherwise. */
const NAMES: Readonly<Record<string, string>> = {
  orderby: 'orderBy',
  post_parent: 'parentId',
  parent: 'parentId',
};
/** What REST calls an argument of a list in GraphQL. */
export const restArgument = (name: string, list: string): string => {
  if (name === 'parentId') return list === 'events' ? 'post_parent' : 'parent';
  return name === 'orderBy' ? 'orderby' : snake(name);
};

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

function scalar(value: string, type: string): unknown {
  if (type.includes('Int') || type === 'Float') return /^-?[\d.]+$/.test(value) ? Number(value) : value;
  if (/^\[?(Status|EventStatus|Order|TermOrderBy|EventOrderBy)/.test(type)) return value.toUpperCase();
  if (type === 'Boolean')
    return ['1', 'true'].includes(value) || (['0', 'false'].includes(value) ? false : value);
  return value;
}

/**
 * What a REST query says, for GraphQL: `search=jazz&per_page=5` is `(search: $search, perPage: $perPage)`
 * with two variables.
 */
export function graphqlArguments(
  query: string,
  list: string,
): { definitions: string; passed: string; variables: Record<string, unknown> } {
  const variables: Record<string, unknown> = {};
  const types: string[] = [];
  for (const pair of query === '' ? [] : query.split('&')) {
    const at = pair.indexOf('=');
    const wire = pair.slice(0, at);
    const name = NAMES[wire] ?? camel(wire);
    const type = wire === 'orderby' && list === 'events' ? 'EventOrderBy' : typeOf(wire);
    const value = decodeURIComponent(pair.slice(at + 1));
    types.push(`$${name}: ${type}`);
    if (FLAGS.includes(wire)) variables[name] = isTruthy(value);
    else
      variables[name] = type.startsWith('[')
        ? value.split(',').map((element) => scalar(element.trim(), type))
        : scalar(value, type);
  }
  const names = Object.keys(variables);
  if (names.length === 0) return { definitions: '', passed: '', variables };
  return {
    definitions: `(${types.join(', ')})`,
    passed: `(${names.map((name) => `${name}: $${name}`).join(', ')})`,
    variables,
  };
}
