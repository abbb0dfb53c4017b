import { enumName, isTruthy } from './arguments.ts';
import { type Api, type Body, camel, isRecord, type Kind, snake } from './words.ts';

const isId = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value.trim()));
/** A list, from the list forms of REST; other values stay unchanged, and are rejected. */
const asList = (value: unknown): unknown[] =>
  [value]
    .flat()
    .flatMap((one) =>
      typeof one === 'string' && /^[\d, ]*$/.test(one)
        ? one.split(',').filter((id) => id.trim() !== '')
        : [one],
    );
const nonBlank = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;

/** A term of an event in GraphQL's form: a text with hyphens is a slug, another text a name. */
function toTermLink(value: unknown): unknown {
  if (typeof value === 'number') return { databaseId: value };
  if (typeof value === 'string')
    return /^[a-z0-9]+(-[a-z0-9]+)+$/.test(value) ? { slug: value } : { name: value };
  return isRecord(value) && 'id' in value ? { databaseId: value.id } : value;
}

/** A venue or organizer of an event in GraphQL's form; undefined for values that mean none in REST. */
function toLink(kind: 'venue' | 'organizer', value: unknown): unknown {
  if (isId(value)) return Number(value) === 0 ? [] : { databaseId: Number(value) };
  if (!isRecord(value)) return value;
  const { id } = value;
  if (id === undefined) return Object.keys(value).length === 0 ? [] : { create: toInput(kind, value) };
  return nonBlank(id) ? { databaseId: isId(id) ? Number(id) : id } : [];
}

/** The record with a number of REST, in inputs; 0 means none. */
const toBy = (value: unknown): unknown =>
  value === null || value === undefined || value === 0 ? null : { databaseId: value };

/** The value of a field with this REST name in GraphQL's form. */
function toValue(kind: Kind, name: string, value: unknown): unknown {
  if (name === 'image' && value !== null) {
    if (value === '' || value === 0 || value === '0' || value === false) return null;
    if (isId(value)) return { databaseId: Number(value) };
    if (isRecord(value)) return typeof value.url === 'string' ? { url: value.url } : value;
    return { url: value };
  }
  if ((name === 'status' || name === 'event_status') && typeof value === 'string') return enumName(value);
  if (/^show_map/.test(name) && kind === 'venue' && value !== null && value !== undefined)
    return isTruthy(value);
  if (name === 'post_parent' || name === 'parent') return toBy(value);
  if (name === 'author') return value === null ? null : { databaseId: value };
  if (kind !== 'event' || value === null || value === undefined) return value;
  if (name === 'recurrence')
    return Array.isArray(value) ? { dates: value } : value === '' ? null : { rule: value };
  if (name === 'cost') return value === '' ? [] : value;
  if (name === 'categories' || name === 'tags') return [value].flat().map(toTermLink);
  return name === 'venue' || name === 'organizer'
    ? asList(value).flatMap((element) => toLink(name, element))
    : value;
}

/** Fields of inputs with other names in GraphQL, by kind and REST name. */
const CONTENT = { date: 'publishedAt' };
const NAMES: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  event: {
    ...CONTENT,
    all_day: 'isAllDay',
    start_date: 'start',
    end_date: 'end',
    hide_from_listings: 'isHidden',
    sticky: 'isSticky',
    featured: 'isFeatured',
    ticketed: 'isTicketed',
    event_status: 'scheduleStatus',
    event_status_reason: 'scheduleStatusReason',
    is_virtual: 'isOnline',
    virtual_url: 'onlineUrl',
    venue: 'venues',
    organizer: 'organizers',
    post_parent: 'parent',
  },
  venue: {
    ...CONTENT,
    venue: 'name',
    stateprovince: 'region',
    geo_lat: 'latitude',
    geo_lng: 'longitude',
  },
  organizer: { ...CONTENT, organizer: 'name' },
  category: {},
  tag: {},
};

/** Whether an API has all of these fields: only REST has publication in UTC. */
export const hasFields = (api: Api, ...inputs: readonly Body[]): boolean =>
  api === 'REST' || inputs.every((fields) => !('date_utc' in fields));

/** Fields by their REST names with their GraphQL names: camelCase except for {@link NAMES}. */
export const toInput = (kind: Kind, fields: Body): Body =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      NAMES[kind][name] ?? camel(name),
      toValue(kind, name, value),
    ]),
  );

/** The REST name of `input.start`. */
export function restName(kind: Kind, path: string): string {
  const [name = ''] = path.replace(/^input\./, '').split('.');
  return Object.entries(NAMES[kind]).find(([, graphql]) => graphql === name)?.[0] ?? snake(name);
}
