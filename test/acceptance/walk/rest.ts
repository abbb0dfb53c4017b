import { text } from './clock.ts';
import { type Differences, fieldsOf, idOf, listOf, without } from './compare.ts';
import { type Created, linked } from './create.ts';
import type { Client } from './send.ts';
import type { Fields, World, WorldEvent } from './world.ts';

/** Every record as its own address returns it, by id. */
export interface Singles {
  events: Map<number, Fields>;
  venues: Map<number, Fields>;
  organizers: Map<number, Fields>;
  categories: Map<number, Fields>;
  tags: Map<number, Fields>;
}

const LISTS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
type List = (typeof LISTS)[number];

/** A single record without the fields that lists omit. */
const inList = (record: Fields): Fields => without(record, 'json_ld', '_links');

/** A record inside an event of a list. */
const inEvent = (kind: List, record: Fields): Fields =>
  kind === 'categories' || kind === 'tags'
    ? {
        term_group: 0,
        filter: 'raw',
        term_taxonomy_id: record.id,
        ...(kind === 'tags' && { parent: 0 }),
        ...without(inList(record), 'url', 'meta'),
      }
    : inList(record);

/**
 * Follows `next_rest_url` from the first page to the last.
 * @returns all records in order
 */
async function follow(
  client: Client,
  list: List,
  query: string,
  differences: Differences,
): Promise<Fields[]> {
  const where = `/${list}?${query}`;
  const all: Fields[] = [];
  const visited = new Set<string>();
  for (let url: string | undefined = where, page = 1; url !== undefined; page++) {
    const { body, headers } = await client.get(url);
    const answer = fieldsOf(body);
    all.push(...listOf(answer[list]));
    const next = answer.next_rest_url;
    differences.same(`${url} X-WP-Total`, String(answer.total), headers.get('x-wp-total'));
    differences.same(`${url} X-TEC-TotalPages`, String(answer.total_pages), headers.get('x-tec-totalpages'));
    differences.same(`${url} has a next page`, page < Number(answer.total_pages), typeof next === 'string');
    if (next === undefined) differences.same(`${where} total`, answer.total, all.length);
    if (visited.has(url)) throw new Error(`${url} leads to itself`);
    visited.add(url);
    url = typeof next === 'string' ? next : undefined;
  }
  differences.same(`${where} shows each record once`, all.length, new Set(all.map(idOf)).size);
  return all;
}

async function readSingles(client: Client, created: Created, differences: Differences): Promise<Singles> {
  const read = async (list: List, ids: Iterable<number>): Promise<Map<number, Fields>> => {
    const records = new Map<number, Fields>();
    for (const id of ids) {
      const record = fieldsOf((await client.get(`/${list}/${id}`)).body);
      records.set(id, record);
      if (list === 'categories' || list === 'tags') continue;
      const bySlug = await client.get(`/${list}/by-slug/${encodeURIComponent(String(record.slug))}`);
      differences.same(`/${list}/by-slug/${record.slug}`, record, bySlug.body);
    }
    return records;
  };
  return {
    events: await read('events', created.events),
    venues: await read('venues', created.venues.values()),
    organizers: await read('organizers', created.organizers.values()),
    categories: await read('categories', created.categories.values()),
    tags: await read('tags', created.tags.values()),
  };
}

/** Values that depend on the record's id and slug, and on the request's host. */
function addresses(client: Client, kind: 'event' | 'venue' | 'organizer', record: Fields): Fields {
  const globalId = `${new URL(client.site).hostname}?id=${record.id}`;
  return {
    url: `${client.site}/${kind}/${record.slug}/`,
    global_id: globalId,
    global_id_lineage: [globalId],
    ...(kind === 'event' && { rest_url: `${client.rest}/events/${record.id}` }),
  };
}

function checkEvent(
  client: Client,
  event: WorldEvent,
  record: Fields,
  singles: Singles,
  created: Created,
  differences: Differences,
): void {
  const where = `/events/${record.id} (${event.name})`;
  differences.has(where, { ...event.expected, ...addresses(client, 'event', record) }, record);
  differences.same(`${where} has linked data`, event.name, fieldsOf(record.json_ld).name);
  const parts = [
    ['venues', event.venues, linked(record.venue)],
    ['organizers', event.organizers, linked(record.organizer)],
    ['categories', event.categories, linked(record.categories)],
    ['tags', event.tags, linked(record.tags)],
  ] as const;
  for (const [kind, names, shown] of parts) {
    const ids = names.map((name) => created[kind].get(name));
    if (kind === 'venues' || kind === 'organizers')
      differences.same(`${where}: order of ${kind}`, ids, shown.map(idOf));
    differences.set(`${where}: ${kind}`, ids, shown.map(idOf));
    for (const one of shown)
      differences.same(
        `${where}: ${kind} ${one.id}`,
        inEvent(kind, singles[kind].get(idOf(one)) ?? {}),
        inList(one),
      );
  }
  differences.same(`${where}: shape of venue`, event.venues.length === 1, !Array.isArray(record.venue));
}

const isListed = (event: WorldEvent): boolean => event.expected.hide_from_listings !== true;
const isPublished = (event: WorldEvent): boolean => event.expected.status === 'publish';

/** The expected order of the walk's own events in every list. */
export function expectedIds(
  world: World,
  created: Created,
  wanted: (event: WorldEvent) => boolean,
): number[] {
  const chosen = world.events.flatMap((event, i) =>
    wanted(event) ? [{ id: created.events[i] ?? 0, start: String(event.expected.utc_start_date) }] : [],
  );
  return chosen.sort((a, b) => a.start.localeCompare(b.start) || a.id - b.id).map(({ id }) => id);
}

async function checkLists(
  client: Client,
  world: World,
  created: Created,
  singles: Singles,
  differences: Differences,
): Promise<void> {
  const year = `start_date=${world.year - 1}-12-30&end_date=${world.year + 1}-01-15&tags=${created.tags.get(world.mark)}`;
  const check = async (query: string, wanted: (event: WorldEvent) => boolean): Promise<void> => {
    const listed = await follow(client, 'events', query, differences);
    differences.same(`order of /events?${query}`, expectedIds(world, created, wanted), listed.map(idOf));
    for (const record of listed)
      differences.same(`/events?${query} ${record.id}`, inListEvent(singles, record), record);
  };
  const ids = created.events.join(',');
  await check(`${year}&per_page=23`, isListed);
  await check(`include=${ids}&per_page=50`, () => true);
  await check(`${created.events.map((id) => `include[]=${id}`).join('&')}&per_page=100`, () => true);
  await check(`${year}&status=publish&per_page=100`, (event) => isListed(event) && isPublished(event));
  await check(
    `${year}&status=draft,pending`,
    (event) => isListed(event) && /draft|pending/.test(String(event.expected.status)),
  );
  await check(`${year}&featured=true`, (event) => isListed(event) && event.expected.featured === true);
  await check(
    `${year}&ticketed=1&featured=0`,
    (event) => isListed(event) && event.expected.ticketed === true && event.expected.featured === false,
  );
  await check(`${year}&search=%22%2342%22`, (event) => isListed(event) && /#42/.test(event.name));
  for (const [name, id] of created.venues)
    await check(`${year}&venue=${id}`, (event) => isListed(event) && event.venues.includes(name));
  for (const [name, id] of created.organizers)
    await check(`${year}&organizer[]=${id}`, (event) => isListed(event) && event.organizers.includes(name));
  const below = (name: string): string[] => [
    name,
    ...world.categories.filter(({ parent }) => parent === name).flatMap((child) => below(child.name)),
  ];
  for (const [name, id] of created.categories) {
    const query = `${year}&categories=${[id, encodeURIComponent(created.slugs.get(id) ?? ''), encodeURIComponent(name)][id % 3]}`;
    await check(
      query,
      (event) => isListed(event) && event.categories.some((one) => below(name).includes(one)),
    );
  }
  for (let month = 0; month < 12; month++) {
    const [from, until] = [text(Date.UTC(world.year, month, 1)), text(Date.UTC(world.year, month + 1, 1))];
    const within = (column: string) => (event: WorldEvent) =>
      isListed(event) && String(event.expected[column]) > from && String(event.expected[column]) < until;
    const iso = (local: string): string => `${local.replace(' ', 'T')}Z`;
    const tag = `tags=${created.tags.get(world.mark)}&strict_dates=1&per_page=11`;
    await check(`${tag}&starts_after=${iso(from)}&starts_before=${iso(until)}`, within('utc_start_date'));
    await check(`${tag}&ends_after=${iso(from)}&ends_before=${iso(until)}`, within('utc_end_date'));
  }
}

/** An event as lists show it, derived from its single response. */
function inListEvent(singles: Singles, record: Fields): Fields {
  const single = inList(singles.events.get(idOf(record)) ?? {});
  const bare = (value: unknown): unknown =>
    Array.isArray(value) ? value.map((one) => inList(fieldsOf(one))) : inList(fieldsOf(value));
  return { ...single, venue: bare(single.venue), organizer: bare(single.organizer) };
}

async function checkOthers(
  client: Client,
  created: Created,
  world: World,
  singles: Singles,
  differences: Differences,
): Promise<void> {
  for (const kind of ['venues', 'organizers'] as const) {
    const key = kind === 'venues' ? 'venue' : 'organizer';
    const records = world[kind];
    for (const { name, expected } of records) {
      const record = singles[kind].get(created[kind].get(name) ?? 0) ?? {};
      differences.has(
        `/${kind}/${record.id} (${name})`,
        { ...expected, ...addresses(client, key, record) },
        record,
      );
    }
    const own = new Set(created[kind].values());
    const listed = (await follow(client, kind, 'per_page=7', differences)).filter((record) =>
      own.has(idOf(record)),
    );
    differences.set(`/${kind}`, own, listed.map(idOf));
    for (const record of listed)
      differences.same(`/${kind} ${record.id}`, inList(singles[kind].get(idOf(record)) ?? {}), record);
  }
  for (const kind of ['categories', 'tags'] as const) {
    const own = new Set(created[kind].values());
    const listed = (await follow(client, kind, 'hide_empty=false&per_page=5', differences)).filter((record) =>
      own.has(idOf(record)),
    );
    differences.set(`/${kind}`, own, listed.map(idOf));
    for (const record of listed) {
      const uses = world.events.filter(
        (event) => isPublished(event) && event[kind].some((name) => created[kind].get(name) === record.id),
      ).length;
      differences.same(`/${kind}/${record.id} count`, uses, record.count);
      differences.same(`/${kind} ${record.id}`, inList(singles[kind].get(idOf(record)) ?? {}), record);
    }
  }
}

/** Checks that anonymous callers see published records only. */
async function checkAnonymous(
  world: World,
  created: Created,
  differences: Differences,
  anonymous: Client,
): Promise<void> {
  const ids = created.events.join(',');
  const listed = await follow(anonymous, 'events', `include=${ids}&per_page=100`, differences);
  differences.same('what anonymous callers see', expectedIds(world, created, isPublished), listed.map(idOf));
}

/**
 * Reads everything back through REST in every way, and compares it with the values sent.
 * @returns the single responses of the records
 */
export async function checkRest(
  client: Client,
  anonymous: Client,
  world: World,
  created: Created,
  differences: Differences,
): Promise<Singles> {
  const singles = await readSingles(client, created, differences);
  for (const [i, event] of world.events.entries()) {
    checkEvent(
      client,
      event,
      singles.events.get(created.events[i] ?? 0) ?? {},
      singles,
      created,
      differences,
    );
  }
  await checkOthers(client, created, world, singles, differences);
  await checkLists(client, world, created, singles, differences);
  await checkAnonymous(world, created, differences, anonymous);
  return singles;
}
