import { recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let hall: number;

const ALL = 'start_date=2000-01-01&end_date=2099-01-01';
const ORDERS = ['start_date', 'end_date', 'date', 'modified', 'title', 'id'];
/** So long that only a prefix counts for the order. */
const LONG = 'ü😀'.repeat(300);

beforeAll(async () => {
  world = await openWorld({ now: '2031-05-14 12:00:00' });
  hall = (await world.make('venue', { venue: 'Hall' })).id;
  const cellar = (await world.make('venue', { venue: 'Cellar' })).id;
  // Ties of every kind, over the edges of pages of two and three.
  for (const [at, title] of ['b', 'É', 'b', 'a', 'e', 'É', `${LONG}b`, `${LONG}a`, 'B', 'f'].entries()) {
    if (at === 5) world.moveTo('2031-05-14 12:00:01');
    const day = `2031-06-0${1 + Math.floor(at / 4)}`;
    const fields = { end_date: `2031-07-0${1 + (at % 2)} 12:00`, date: `2031-01-0${1 + (at % 3)}` };
    await world.event(title, `${day} 10:00`, { ...fields, venue: at % 2 ? hall : cellar });
  }
});
afterAll(() => world.stop());

interface Page {
  ids: number[];
  next: string | null;
  body: Record<string, unknown>;
}

async function page(query: string): Promise<Page> {
  const { status, body } = await world.get(`/events?${query}`);
  if (status !== 200) throw new Error(`${query}: ${status} ${JSON.stringify(body)}`);
  const next = typeof body.next_cursor === 'string' ? body.next_cursor : null;
  return { ids: recordsIn(body.events).map(({ id }) => Number(id)), next, body };
}

/**
 * All pages of a list in order.
 * @param between runs after each page
 */
async function pages(query: string, between: (at: number) => Promise<unknown> = async () => {}) {
  const listed: number[][] = [];
  for (let cursor: string | null = '*'; cursor !== null; ) {
    const { ids, next }: Page = await page(`${query}&cursor=${cursor}`);
    listed.push(ids);
    await between(listed.length);
    cursor = next;
    if (listed.length > 50) throw new Error('the list has no end');
  }
  return listed;
}

describe.each(ORDERS)('sorted by %s', (orderby) => {
  test.each(['asc', 'desc'])('%s, cursors give the same order as a single page', async (order) => {
    const query = `${ALL}&orderby=${orderby}&order=${order}`;
    const { ids: whole } = await page(`${query}&per_page=100`);
    expect(new Set(whole).size).toBe(10);
    for (const size of [1, 2, 3, 10, 100]) {
      const listed = await pages(`${query}&per_page=${size}`);
      expect(listed.flat()).toEqual(whole);
      expect(listed).toHaveLength(Math.ceil(10 / size));
    }
  });

  test.each(['asc', 'desc'])('%s, each event appears once while others write', async (order) => {
    const query = `${ALL}&orderby=${orderby}&order=${order}&per_page=2`;
    const { ids: whole } = await page(`${query}&per_page=100`);
    const others: number[] = [];
    const listed = await pages(query, async (at) => {
      if (at > 3) return;
      // One at each end, and one deleted in the middle.
      others.push(await world.event(`0${at}`, '2031-05-20 10:00', { date: '2030-01-01' }));
      others.push(await world.event(`z${at}`, '2031-08-20 10:00', { date: '2031-05-01' }));
      await world.send('DELETE', `/events/${others[0]}?force=true`);
    });
    for (const id of others) await world.send('DELETE', `/events/${id}?force=true`);
    expect(listed.flat().filter((id) => !others.includes(id))).toEqual(whole);
    expect(new Set(listed.flat()).size).toBe(listed.flat().length);
  });
});

test('a cursor works with every filter, and the total stays that of the whole list', async () => {
  const query = `${ALL}&venue=${hall}&search=-a&per_page=2`;
  const { ids: whole } = await page(`${query}&per_page=100`);
  const first = await page(`${query}&cursor=*`);
  expect([first.body.total, first.body.total_pages]).toEqual([whole.length, Math.ceil(whole.length / 2)]);
  expect((await pages(query)).flat()).toEqual(whole);
});

test('the links of a page lead through the list, also with few fields', async () => {
  const listed: number[] = [];
  let url: string | null = `${world.server.rest}/events?${ALL}&per_page=4&cursor=*&_fields=events.id`;
  while (url !== null) {
    const response: Response = await fetch(url);
    listed.push(...recordsIn((await response.json()).events).map(({ id }) => Number(id)));
    const link = response.headers.get('link') ?? '';
    expect(link).not.toContain('rel="prev"');
    url = /<([^>]+)>; rel="next"/.exec(link)?.[1] ?? null;
  }
  const { ids } = await page(`${ALL}&per_page=100`);
  expect(listed).toEqual(ids);
  const { body } = await page(`${ALL}&per_page=4&cursor=*`);
  const next = await fetch(String(body.next_rest_url));
  expect(recordsIn((await next.json()).events).map(({ id }) => id)).toEqual(ids.slice(4, 8));
});

test('without a cursor the response shows no cursor fields', async () => {
  const { body } = await page(`${ALL}&per_page=2`);
  expect(Object.keys(body)).not.toContain('next_cursor');
  expect(String(body.next_rest_url)).toContain('page=2');
});

describe('a cursor of another list is refused', () => {
  let good: string;
  beforeAll(async () => {
    good = (await page(`${ALL}&per_page=2&cursor=*`)).next ?? '';
  });
  /** A cursor as an attacker with knowledge of the format could forge it. */
  const forged = async (value: unknown, id: unknown): Promise<string> => {
    const { cursorOf } = await import('../../src/domain/content/cursor.ts');
    const { listName } = await import('../../src/domain/content/page.ts');
    const defaults = { exact: false, isHidden: false, searchLinked: false, series: 'all' };
    const filter = { ...defaults, startsFrom: '2000-01-01', endsUntil: '2099-01-01' };
    const list = listName('', { filter, orderBy: { field: 'start_date', direction: 'asc' } })();
    return cursorOf(list, { key: value, id } as { key: string; id: number });
  };
  const refused = async (query: string): Promise<void> => {
    const { status, body } = await world.get(`/events?${query}`);
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
    expect(Object.keys((body.data as { params: object }).params)).toEqual(['cursor']);
  };

  test('of another order, direction or filter', async () => {
    await refused(`${ALL}&order=desc&cursor=${good}`);
    await refused(`${ALL}&orderby=title&cursor=${good}`);
    await refused(`${ALL}&search=b&cursor=${good}`);
    await refused(`cursor=${good}`);
  });

  test('broken', async () => {
    for (const one of [
      good.slice(0, -1),
      good.slice(1),
      `${good}A`,
      `${good}=`,
      '',
      'x',
      'null',
      'W10',
      '%00',
    ])
      await refused(`${ALL}&cursor=${one}`);
    await refused(`${ALL}&cursor=${'x'.repeat(3000)}`);
    await refused(`${ALL}&cursor=${Buffer.from(good, 'base64url').toString()}`.replaceAll('"', '%22'));
  });

  test('together with a page', async () => {
    await refused(`${ALL}&page=2&cursor=${good}`);
  });

  test('forged', async () => {
    const made = await forged('2031-06-01 10:00:00', 1);
    expect((await world.get(`/events?${ALL}&cursor=${made}`)).status).toBe(200);
    for (const value of ['2031-02-31 10:00:00', 'infinity', '', '\0', '0000-01-01 00:00:00', 5])
      await refused(`${ALL}&cursor=${await forged(value, 1)}`);
    for (const id of [0, 1.5, 2 ** 31, '1', null])
      await refused(`${ALL}&cursor=${await forged('2031-06-01 10:00:00', id)}`);
  });

  test('together with all other errors', async () => {
    const { body } = await world.get(`/events?cursor=x&venue=999999&start_date=never`);
    expect(Object.keys((body.data as { params: object }).params).toSorted()).toEqual([
      'cursor',
      'start_date',
      'venue',
    ]);
  });
});
