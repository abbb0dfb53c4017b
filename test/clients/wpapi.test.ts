import { createRequire } from 'node:module';
import type { TestServer } from '../support/service.ts';
import { passwordOf, startConcerts, USER } from './concerts.ts';

/** The used part of wpapi 1.2, which has no types of its own. */
interface WpRequest extends PromiseLike<Answer> {
  id(id: number): WpRequest;
  param(name: string, value: unknown): WpRequest;
  perPage(count: number): WpRequest;
  page(page: number): WpRequest;
  search(text: string): WpRequest;
  headers(): Promise<Record<string, string>>;
  create(fields: object): Promise<Answer>;
  update(fields: object): Promise<Answer>;
  delete(fields?: object): Promise<Answer>;
  toString(): string;
}
interface Answer {
  [key: string]: unknown;
  _paging?: {
    total: number;
    totalPages: number;
    next?: WpRequest;
    prev?: WpRequest;
    links: Record<string, string>;
  };
}
type Namespace = Record<'events' | 'venues' | 'organizers' | 'categories' | 'tags', () => WpRequest>;
interface Site {
  auth(login: { username: string; password: string }): Site;
  namespace(name: string): Namespace;
  root(path?: string): WpRequest;
}
interface Wpapi {
  discover(url: string): Promise<Site>;
  site(url: string): Site;
}

const WPAPI: Wpapi = createRequire(import.meta.url)('wpapi');

describe('wpapi', () => {
  let server: TestServer;
  let site: Site;
  let calendar: Namespace;

  beforeAll(async () => {
    server = await startConcerts();
    site = await WPAPI.discover(server.url);
    calendar = site.auth({ username: USER, password: passwordOf(server) }).namespace('calendar/events/v1');
  });
  afterAll(() => server.stop());

  test('finds the API and its routes from the address of the site', () => {
    expect(calendar.events().id(5).toString()).toBe(`${server.url}/wp-json/calendar/events/v1/events/5`);
    expect(Object.keys(calendar)).toEqual(
      expect.arrayContaining(['events', 'venues', 'organizers', 'categories', 'tags']),
    );
  });

  test('lists, with paging from the headers', async () => {
    const first = await calendar.events().perPage(5);
    expect(first).toMatchObject({ total: 12, total_pages: 3, events: { length: 5 } });
    expect(first._paging).toMatchObject({ total: 12, totalPages: 3 });
    const second = await first._paging?.next;
    expect(second).toMatchObject({ events: [{ title: 'Concert 6' }, {}, {}, {}, {}] });
    expect(second?._paging?.prev).toBeDefined();
    const last = await calendar.events().perPage(5).page(3);
    expect(last).toMatchObject({ events: [{ title: 'Concert 11', venue: [] }, { title: 'Concert 12' }] });
    expect(last._paging?.next).toBeUndefined();
  });

  test('filters', async () => {
    expect(await calendar.events().search('"Concert 12"')).toMatchObject({ total: 1 });
    expect(await calendar.events().param('categories', ['music'])).toMatchObject({ total: 12 });
    const { venues } = await calendar.venues();
    expect(venues).toMatchObject([{ venue: 'Blue Cellar' }]);
  });

  test('creates, changes and deletes', async () => {
    const created = await calendar.events().create({
      title: 'Jam & toast',
      start_date: '2031-05-01 20:00:00',
      end_date: '2031-05-01 22:00:00',
      venue: { venue: 'Kitchen' },
      tags: ['live', 'toast'],
    });
    expect(created).toMatchObject({
      status: 'publish',
      title: 'Jam & toast',
      slug: 'jam-toast',
      venue: { venue: 'Kitchen' },
    });
    const one = calendar.events().id(Number(created.id));
    expect(await one.update({ title: 'Jam' })).toMatchObject({
      id: created.id,
      title: 'Jam',
      start_date: '2031-05-01 20:00:00',
    });
    expect(await calendar.events().id(Number(created.id)).delete()).toMatchObject({ status: 'trash' });
    expect(await calendar.events().id(Number(created.id)).delete({ force: true })).toMatchObject({
      id: created.id,
    });
    await expect(Promise.resolve(calendar.events().id(Number(created.id)))).rejects.toMatchObject({
      code: 'event-not-found',
    });
  });

  test('creates categories', async () => {
    expect(await calendar.categories().create({ name: 'Talks' })).toMatchObject({
      name: 'Talks',
      taxonomy: 'tribe_events_cat',
      count: 0,
    });
    await expect(calendar.categories().create({ name: 'Talks' })).rejects.toMatchObject({
      code: 'term_exists',
      data: { status: 400 },
    });
  });

  test('understands errors', async () => {
    await expect(calendar.events().create({ title: 'No dates' })).rejects.toMatchObject({
      code: 'rest_missing_callback_param',
      data: { status: 400, params: ['start_date', 'end_date'] },
    });
  });

  test('is refused without a login', async () => {
    const anonymous = (await WPAPI.discover(server.url)).namespace('calendar/events/v1');
    await expect(anonymous.venues().create({ venue: 'Nowhere' })).rejects.toMatchObject({
      code: 'rest_forbidden',
      data: { status: 401 },
    });
    expect(await anonymous.events()).toMatchObject({ total: 12 });
  });
});
