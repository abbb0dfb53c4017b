import { queryOnce } from '../../bench/support/database.ts';
import type { Received } from '../../bench/support/receiver.ts';
import { AUTHORIZATION, NAMESPACE } from '../../bench/support/service.ts';
import type { Item } from '../../bench/support/walker.ts';
import type { Ledger, Subject } from './ledger.ts';

interface Stored {
  id: number;
  title: string;
  status: string;
  venues: string[];
  organizers: string[];
  categories: string[];
  tags: string[];
}

const terms = (taxonomy: string): string =>
  `array(select term.name from event_term join term on term.id = term_id where event_id = event.id and taxonomy = '${taxonomy}')`;
const linked = (kind: string): string =>
  `array(select ${kind}.name from event_${kind} join ${kind} on ${kind}.id = ${kind}_id where event_id = event.id)`;

const EVENTS = `select id, title, status, ${linked('venue')} as venues, ${linked('organizer')} as organizers,
  ${terms('tribe_events_cat')} as categories, ${terms('post_tag')} as tags from event where series_id is null`;
/** Duplicates of names that must be unique. */
const DOUBLED = `select kind || ' ' || name as words from (
    select 'event' as kind, title as name from event where series_id is null union all select 'slug', slug from event
    union all select 'venue', name from venue union all select 'organizer', name from organizer
    union all select taxonomy, name from term) as named
  group by kind, name having count(*) > 1`;
const COUNTS = `select term.id, count(event.id)::int as count from term
  left join event_term on term_id = term.id left join event on event.id = event_id and event.status = 'publish' group by term.id`;

const same = (stored: Stored, { title, category, tag, venue, organizer, trashed }: Subject): boolean =>
  stored.title === title &&
  (stored.status === 'trash') === trashed &&
  stored.venues.join() === venue &&
  stored.organizers.join() === organizer &&
  stored.categories.join() === category &&
  stored.tags.join() === tag;

const isWhole = ({ venues, organizers, categories, tags }: Stored): boolean =>
  [venues, organizers, categories, tags].every((names) => names.length === 1);

/**
 * Compares stored events with acknowledged writes, and records which unanswered writes were stored.
 * @returns the differences, and the number of stored unanswered writes
 */
export async function compareStored(
  databaseUrl: string,
  ledger: Ledger,
): Promise<{ differences: string[]; storedUnanswered: number }> {
  const differences: string[] = [];
  const stored = await queryOnce<Stored>(databaseUrl, EVENTS);
  const unanswered = [...ledger.unanswered];
  ledger.unanswered.clear();
  let storedUnanswered = 0;
  for (const event of stored) {
    if (!isWhole(event)) differences.push(`incomplete record: ${JSON.stringify(event)}`);
    const expected = ledger.subjects.get(event.id);
    if (expected && same(event, expected)) continue;
    const write = unanswered.find(({ id, after }) => (id ?? event.id) === event.id && same(event, after));
    if (!write || (write.id === null) === (expected !== undefined)) {
      differences.push(
        `${expected ? 'not as acknowledged' : 'never sent'}: ${JSON.stringify(event)}, ${JSON.stringify(expected)}`,
      );
      continue;
    }
    storedUnanswered += 1;
    ledger.stored.set(event.id, (ledger.stored.get(event.id) ?? 0) + 1);
    ledger.subjects.set(event.id, write.after);
  }
  const ids = new Set(stored.map(({ id }) => id));
  for (const [id, subject] of ledger.subjects)
    if (!ids.has(id)) differences.push(`lost: event ${id}, ${JSON.stringify(subject)}`);
  for (const { words } of await queryOnce<{ words: string }>(databaseUrl, DOUBLED))
    differences.push(`stored twice: ${words}`);
  return { differences, storedUnanswered };
}

const SAMPLE = 30;

const isShown = (value: unknown): value is { id: number; count: number; title: string; status: string } =>
  typeof value === 'object' && value !== null;

async function read(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { authorization: AUTHORIZATION } });
  const body: unknown = await response.json();
  return response.status === 200 ? body : { status: response.status };
}

/** Compares the REST responses of all terms and some events with the database. @returns the differences */
export async function compareResponses(url: string, databaseUrl: string, ledger: Ledger): Promise<string[]> {
  const differences: string[] = [];
  const counts = new Map(
    (await queryOnce<{ id: number; count: number }>(databaseUrl, COUNTS)).map(({ id, count }) => [id, count]),
  );
  for (const taxonomy of ['categories', 'tags']) {
    const page = await read(`${url}${NAMESPACE}/${taxonomy}?per_page=100&hide_empty=false`);
    const shown: unknown =
      typeof page === 'object' && page !== null ? Reflect.get(page, taxonomy) : undefined;
    if (!Array.isArray(shown)) throw new Error(`no list of ${taxonomy}: ${JSON.stringify(page)}`);
    for (const term of shown.filter(isShown))
      if (term.count !== counts.get(term.id))
        differences.push(`${taxonomy} ${term.id}: count ${term.count}, expected ${counts.get(term.id)}`);
  }
  const subjects = [...ledger.subjects];
  for (let n = 0; n < Math.min(SAMPLE, subjects.length); n++) {
    const chosen = subjects[Math.floor(Math.random() * subjects.length)];
    if (!chosen) continue;
    const [id, { title, trashed }] = chosen;
    const event = await read(`${url}${NAMESPACE}/events/${id}`);
    if (!isShown(event) || event.title !== title || (event.status === 'trash') !== trashed)
      differences.push(`REST shows ${JSON.stringify(event).slice(0, 200)} for event ${id}, ${title}`);
  }
  return differences;
}

const namesIn = (value: unknown, key: string): string => {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.map((one) => String(Reflect.get(Object(one), key))).join();
};

/** Titles of the stored events of series, by id. */
export async function eventsOfSeries(databaseUrl: string): Promise<ReadonlyMap<number, string>> {
  const rows = await queryOnce<{ id: number; title: string }>(
    databaseUrl,
    'select id, title from event where series_id is not null',
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/**
 * Compares the copy of a client that followed the change feed to its end.
 * @param ofSeries see {@link eventsOfSeries}
 * @returns the differences
 */
export function compareCopy(
  copy: ReadonlyMap<string, Item>,
  ledger: Ledger,
  ofSeries: ReadonlyMap<number, string>,
): string[] {
  const differences: string[] = [];
  const events = new Map([...copy].filter(([, { kind }]) => kind === 'event'));
  for (const [id, subject] of ledger.subjects) {
    const data = events.get(`event-${id}`)?.data;
    events.delete(`event-${id}`);
    if (subject.trashed !== (data === undefined))
      differences.push(`the feed ${data ? 'has' : 'lacks'} event ${id}, ${JSON.stringify(subject)}`);
    if (!data || subject.trashed) continue;
    const { title, categories, tags, venue, organizer } = data;
    const shown = [
      title,
      namesIn(categories, 'name'),
      namesIn(tags, 'name'),
      namesIn(venue, 'venue'),
      namesIn(organizer, 'organizer'),
    ];
    const expected = [subject.title, subject.category, subject.tag, subject.venue, subject.organizer];
    if (shown.join('|') !== expected.join('|'))
      differences.push(`the feed has ${shown.join(', ')} for event ${id}, ${expected.join(', ')}`);
  }
  for (const [id, title] of ofSeries) {
    const shown = events.get(`event-${id}`)?.data?.title;
    events.delete(`event-${id}`);
    if (shown !== title) differences.push(`the feed has ${shown} for event ${id} of a series, ${title}`);
  }
  for (const id of events.keys()) differences.push(`the feed has ${id}, which is not stored`);
  return differences;
}

/**
 * Compares all messages of a webhook with acknowledged writes: each write at least once, in any order, nothing else,
 * and repetitions only with the same id.
 * @param ofSeries see {@link eventsOfSeries}
 * @returns the differences
 */
export function compareMessages(
  received: readonly Received[],
  ledger: Ledger,
  ofSeries: ReadonlyMap<number, string>,
): string[] {
  const differences: string[] = [];
  // Messages of a record arrive in any order; each has the state at the time of its creation.
  const latest = new Map<number, { modified: string; titles: Set<unknown> }>();
  const messageIds = new Map<string, Set<string>>();
  for (const { type, data, messageId } of received) {
    const name = `${type} ${data.id}`;
    messageIds.set(name, (messageIds.get(name) ?? new Set()).add(messageId));
    const modified = String(data.record?.modified_utc ?? '');
    const before = latest.get(data.id);
    if (!before || modified > before.modified) latest.set(data.id, { modified, titles: new Set() });
    if (!before || modified >= before.modified) latest.get(data.id)?.titles.add(data.record?.title);
    if (!ledger.subjects.has(data.id) && !ofSeries.has(data.id))
      differences.push(`notified of ${name}, which is not stored`);
  }
  const times = (type: string, id: number): number => messageIds.get(`event.${type} ${id}`)?.size ?? 0;
  for (const [id, title] of ofSeries) {
    if (times('created', id) !== 1)
      differences.push(`notified ${times('created', id)} times that event ${id} of a series was created`);
    const titles = latest.get(id)?.titles;
    if (!titles?.has(title))
      differences.push(`last notified of ${[...(titles ?? [])].join()}, event ${id} of a series, ${title}`);
  }
  for (const [id, { trashed }] of ledger.subjects) {
    const changes = ledger.changes.get(id) ?? 0;
    const more = ledger.stored.get(id) ?? 0;
    if (times('created', id) !== 1)
      differences.push(`notified ${times('created', id)} times that event ${id} was created`);
    if (times('trashed', id) !== Number(trashed))
      differences.push(`notified ${times('trashed', id)} times that event ${id} was trashed`);
    const updates = times('updated', id);
    if (updates < changes || updates > changes + more)
      differences.push(
        `notified of ${updates} changes of event ${id}, of which ${changes} were acknowledged`,
      );
  }
  return differences;
}
