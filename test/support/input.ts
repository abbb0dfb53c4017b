import { isTruthy } from './arguments.ts';
import { type Body, camel, isRecord, type Kind, snake } from './words.ts';

const isId = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value.trim()));
/** A list, from what REST takes for one; what is none stays as it is, and is refused. */
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

/** One term of an event as GraphQL takes it. */
function toTermLink(value: unknown): unknown {
  if (typeof value === 'number') return { id: value };
  if (typeof value === 'string') return { text: value };
  return isRecord(value) ? { record: value } : value;
}

/** One venue or organizer of an event as GraphQL takes it; nothing for what REST takes for none. */
function toLink(kind: 'venue' | 'organizer', value: unknown): unknown {
  if (isId(value)) return Number(value) === 0 ? [] : { id: Number(value) };
  if (!isRecord(value)) return value;
  const { id, venue, organizer, name, slug } = value;
  if (id === undefined) return Object.keys(value).length === 0 ? [] : { create: toInput(kind, value) };
  if (!nonBlank(id)) return [];
  const called = { name: nonBlank(venue ?? organizer ?? name), slug: nonBlank(slug) };
  return called.name === undefined && called.slug === undefined
    ? { id: Number(id) }
    : { record: { id: Number(id), ...called } };
}

/** A value by the REST name of its field in the form that GraphQL has for it. */
function toValue(kind: Kind, name: string, value: unknown): unknown {
  if (name === 'image' && value !== null) {
    if (value === '' || value === 0 || value === '0' || value === false) return null;
    if (isId(value)) return { id: Number(value) };
    if (isRecord(value)) return typeof value.url === 'string' ? { url: value.url } : value;
    return { url: value };
  }
  if ((name === 'status' || name === 'event_status') && typeof value === 'string') return value.toUpperCase();
  if (/^show_map/.test(name) && kind === 'venue' && value !== null && value !== undefined)
    return isTruthy(value);
  if (kind !== 'event' || value === null || value === undefined) return value;
  if (name === 'recurrence')
    return Array.isArray(value) ? { dates: value } : value === '' ? null : { rule: value };
  if (name === 'cost') return value === '' ? [] : value;
  if (name === 'categories' || name === 'tags') return [value].flat().map(toTermLink);
  return name === 'venue' || name === 'organizer'
    ? asList(value).flatMap((element) => toLink(name, element))
    : value;
}

/** Fields of inputs that GraphQL calls otherwise, by kind and REST name. */
const CONTENT = { author: 'authorId' };
const NAMES: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  event: { ...CONTENT, venue: 'venues', organizer: 'organizers', post_parent: 'parentId' },
  venue: { ...CONTENT, venue: 'name' },
  organizer: { ...CONTENT, organizer: 'name' },
  category: { parent: 'parentId' },
  tag: {},
};

/** Fields by their REST names as GraphQL names them: camelCase but for {@link NAMES}. */
export const toInput = (kind: Kind, fields: Body): Body =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      NAMES[kind][name] ?? camel(name),
      toValue(kind, name, value),
    ]),
  );

/** `input.startDate` as REST calls it. */
export function restName(kind: Kind, path: string): string {
  const [name = ''] = path.replace(/^input\./, '').split('.');
  return Object.entries(NAMES[kind]).find(([, graphql]) => graphql === name)?.[0] ?? snake(name);
}
