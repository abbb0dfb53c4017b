import { type Differences, fieldsOf, idOf } from './compare.ts';
import type { Client } from './send.ts';
import type { Fields, LinkForm, TermForm, World, WorldEvent, WorldRecord, WorldTerm } from './world.ts';

/** The records created so far: ids by name, and the slugs of terms. */
export interface Created {
  venues: Map<string, number>;
  organizers: Map<string, number>;
  categories: Map<string, number>;
  tags: Map<string, number>;
  slugs: Map<number, string>;
  /** In the order of the world. */
  events: number[];
}

export const nothing = (): Created => ({
  venues: new Map(),
  organizers: new Map(),
  categories: new Map(),
  tags: new Map(),
  slugs: new Map(),
  events: [],
});

/** Every third venue and organizer is created inline, inside an event. */
const isInline = (i: number): boolean => i % 3 === 2;

function idFor(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`"${name}" does not exist yet`);
  return id;
}

interface Links {
  key: 'venue' | 'organizer';
  ids: ReadonlyMap<string, number>;
  records: readonly WorldRecord[];
}

/** A link in one of the forms that the API accepts; records that do not exist yet are sent as objects. */
function links({ key, ids, records }: Links, names: readonly string[], form: LinkForm): unknown {
  const data = (name: string): Fields => records.find((record) => record.name === name)?.fields ?? {};
  if (names.length === 0) return undefined;
  if (names.some((name) => !ids.has(name))) {
    const objects = names.map((name) => (ids.has(name) ? { id: idFor(ids, name) } : data(name)));
    return objects.length === 1 && form !== 'objects' ? objects[0] : objects;
  }
  const linkedIds = names.map((name) => idFor(ids, name));
  const one = <T>(list: T[]): T | T[] => (list.length === 1 && list[0] !== undefined ? list[0] : list);
  switch (form) {
    case 'id':
      return one(linkedIds);
    case 'text':
      return one(linkedIds.map(String));
    case 'csv':
      return linkedIds.join(',');
    case 'list':
      return linkedIds;
    case 'object':
      return one(linkedIds.map((id) => ({ id })));
    case 'objects':
      return linkedIds.map((id) => ({ id }));
    case 'data':
      // An existing name in other letter case: the same record.
      return one(
        names.map((name) => ({
          [key]: name.toUpperCase().toLowerCase() === name.toLowerCase() ? name.toUpperCase() : name,
        })),
      );
  }
}

function terms(
  ids: ReadonlyMap<string, number>,
  slugs: ReadonlyMap<number, string>,
  names: readonly string[],
  form: TermForm,
): unknown {
  if (names.length === 0) return undefined;
  const id = (name: string): number => idFor(ids, name);
  switch (form) {
    case 'ids':
      return names.map(id);
    case 'csv':
      return names.map(id).join(',');
    case 'names':
      return names;
    case 'slugs':
      return names.map((name) => slugs.get(id(name)));
    case 'mixed':
      return names.map((name, i) => (i % 2 === 0 ? id(name) : name));
  }
}

async function createTerms(
  client: Client,
  kind: 'categories' | 'tags',
  all: readonly WorldTerm[],
  created: Created,
  differences: Differences,
): Promise<void> {
  for (const { name, parent, body, fields, expected } of all) {
    const parentId = parent === '' ? undefined : idFor(created[kind], parent);
    const answer = await client.create(`/${kind}`, { ...fields, parent: parentId }, body);
    differences.has(
      `${kind} ${name} as created`,
      { ...expected, count: 0, ...(kind === 'categories' && { parent: parentId ?? 0 }) },
      answer.body,
    );
    const term = fieldsOf(answer.body);
    created[kind].set(name, idOf(term));
    created.slugs.set(idOf(term), String(term.slug));
  }
}

async function createLinked(
  client: Client,
  { key, records }: Omit<Links, 'ids'>,
  ids: Map<string, number>,
  differences: Differences,
): Promise<void> {
  for (const { name, body, fields, expected } of records) {
    if (ids.has(name)) continue;
    const answer = await client.create(`/${key}s`, fields, body);
    differences.has(`${key} ${name} as created`, expected, answer.body);
    differences.same(
      `Location of ${key} ${name}`,
      `${client.rest}/${key}s/${idOf(answer.body)}`,
      answer.headers.get('location'),
    );
    ids.set(name, idOf(answer.body));
  }
}

/** The expected links and terms in an event's response. */
export const linked = (value: unknown): Fields[] => (Array.isArray(value) ? value : [value]).map(fieldsOf);

function learn(ids: Map<string, number>, names: readonly string[], answers: readonly Fields[]): void {
  for (const [i, name] of names.entries()) {
    const answer = answers[i];
    if (answer && !ids.has(name)) ids.set(name, idOf(answer));
  }
}

async function createEvent(
  client: Client,
  world: World,
  event: WorldEvent,
  created: Created,
  differences: Differences,
): Promise<void> {
  const { name, forms, body } = event;
  const fields: Fields = {
    ...event.fields,
    venue: links({ key: 'venue', ids: created.venues, records: world.venues }, event.venues, forms.venue),
    organizer: links(
      { key: 'organizer', ids: created.organizers, records: world.organizers },
      event.organizers,
      forms.organizer,
    ),
    categories: terms(created.categories, created.slugs, event.categories, forms.categories),
    tags: terms(created.tags, created.slugs, event.tags, forms.tags),
  };
  const answer = await client.create('/events', fields, body);
  const event_ = fieldsOf(answer.body);
  differences.has(`event ${name} as created`, event.expected, event_);
  differences.same(
    `Location of event ${name}`,
    `${client.rest}/events/${idOf(event_)}`,
    answer.headers.get('location'),
  );
  learn(created.venues, event.venues, linked(event_.venue));
  learn(created.organizers, event.organizers, linked(event_.organizer));
  for (const tag of linked(event_.tags))
    if (!created.tags.has(String(tag.name))) learn(created.tags, [String(tag.name)], [tag]);
  created.events.push(idOf(event_));
}

/** Creates the whole world through REST and compares each response. Notes each record as soon as it exists. */
export async function createWorld(
  client: Client,
  world: World,
  created: Created,
  differences: Differences,
): Promise<void> {
  await createTerms(client, 'categories', world.categories, created, differences);
  await createTerms(client, 'tags', world.tags, created, differences);
  const beforehand = (records: readonly WorldRecord[]): WorldRecord[] =>
    records.filter((_, i) => !isInline(i));
  await createLinked(
    client,
    { key: 'venue', records: beforehand(world.venues) },
    created.venues,
    differences,
  );
  await createLinked(
    client,
    { key: 'organizer', records: beforehand(world.organizers) },
    created.organizers,
    differences,
  );
  for (const event of world.events) await createEvent(client, world, event, created, differences);
  await createLinked(client, { key: 'venue', records: world.venues }, created.venues, differences);
  await createLinked(
    client,
    { key: 'organizer', records: world.organizers },
    created.organizers,
    differences,
  );
}

/** Deletes all created records permanently. */
export async function eraseWorld(client: Client, created: Created): Promise<void> {
  for (const id of created.events) await client.erase(`/events/${id}`);
  for (const kind of ['venues', 'organizers', 'tags', 'categories'] as const) {
    for (const id of created[kind].values()) await client.erase(`/${kind}/${id}`);
  }
}
