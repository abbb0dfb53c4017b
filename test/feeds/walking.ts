import { type Item, type Page, Walker } from '../../bench/support/walker.ts';
import { waitingSeconds } from '../../src/domain/change-feed/stable-end.ts';
import { kysely } from '../../src/platform/postgres/orm.ts';
import { eventually } from '../support/eventually.ts';
import { type As, type Body, isRecord, type Kind, LISTS, recordsIn } from '../support/words.ts';
import type { World } from '../support/world.ts';

export const CHANGES = '/feeds/changes';

/** A page of the change feed. @throws Error when it is refused */
export async function pageOf(world: World, url: string, as: As): Promise<Page> {
  const { server } = world;
  const response = await server.send('GET', url.replace(server.url, ''), undefined, world.headers(as));
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}

/** A reader that maintains a copy. */
export const walkerOf = (
  world: World,
  as: As = 'anonymous',
  begin = `${world.server.url}${CHANGES}`,
): Walker => new Walker((url) => pageOf(world, url, as), begin);

/** Waits until everything stored is in the stable part of the change log. */
export async function numbered({ server }: Pick<World, 'server'>): Promise<void> {
  const db = kysely(server.orm.em);
  await eventually('no change waits for a transaction', async () => (await waitingSeconds(db)) === null);
  await server.version.catchUp();
}

export const brief = (items: readonly Item[]): string[] => items.map(({ state, id }) => `${state} ${id}`);

/** The records that REST lists for a caller, all kinds, by the ids of the feed. */
export async function listed(world: World, as: As = 'anonymous'): Promise<Body> {
  const all: [string, unknown][] = [];
  for (const kind of Object.keys(LISTS) as Kind[]) {
    const every = kind === 'event' ? '&start_date=0001-01-01&end_date=9999-12-31' : '';
    const terms = kind === 'category' || kind === 'tag' ? '&hide_empty=false' : '';
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { body } = await world.get(`/${LISTS[kind]}?per_page=100&page=${page}${every}${terms}`, as);
      for (const record of recordsIn(body[LISTS[kind]])) all.push([`${kind}-${String(record.id)}`, record]);
      pages = Number(body.total_pages);
    }
  }
  return Object.fromEntries(all.toSorted());
}

/**
 * Linked records inside events by their ids: a change of one is not a change of the events
 * (rules#change-feed).
 */
function withIds(value: unknown): unknown {
  if (!isRecord(value) || !('categories' in value)) return value;
  const idsOf = (linked: unknown): unknown[] =>
    recordsIn(Array.isArray(linked) ? linked : [linked]).map(({ id }) => id);
  const names = ['venue', 'organizer', 'categories', 'tags'] as const;
  return { ...value, ...Object.fromEntries(names.map((name) => [name, idsOf(value[name])])) };
}
/** The compared part of a copy and of lists. */
export const comparable = (data: Body): Body =>
  Object.fromEntries(Object.entries(data).map(([id, record]) => [id, withIds(record)]));
