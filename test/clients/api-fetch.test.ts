import { createRequire } from 'node:module';
import type { TestServer } from '../support/service.ts';
import { startConcerts } from './concerts.ts';

/** Its types are those of a CommonJS module. */
const { default: apiFetch }: typeof import('@wordpress/api-fetch') = createRequire(import.meta.url)(
  '@wordpress/api-fetch',
);
const CALENDAR = 'calendar/events/v1';

interface EventPage {
  events: { id: number; title: string }[];
  next_rest_url?: string;
  total: number;
}

describe('@wordpress/api-fetch', () => {
  let server: TestServer;
  /** The sent requests. */
  const sent: { method: string; override: string | null }[] = [];

  beforeAll(async () => {
    server = await startConcerts();
    apiFetch.use(apiFetch.createRootURLMiddleware(`${server.url}/wp-json/`));
    apiFetch.use((options, next) => next({ ...options, headers: { ...options.headers, ...server.admin } }));
    apiFetch.setFetchHandler((options) => {
      sent.push({
        method: options.method ?? 'GET',
        override: new Headers(options.headers).get('x-http-method-override'),
      });
      return apiFetch.defaultFetchHandler(options);
    });
  });
  afterAll(() => server.stop());

  test('reads a list', async () => {
    const page = await apiFetch<EventPage>({ path: `${CALENDAR}/events?per_page=5` });
    expect(page).toMatchObject({ total: 12, events: { length: 5 } });
  });

  test('follows the address of the next page', async () => {
    const first = await apiFetch<EventPage>({ path: `${CALENDAR}/events?per_page=10` });
    const second = await apiFetch<EventPage>({ url: first.next_rest_url ?? '' });
    expect(second.events.map(({ title }) => title)).toEqual(['Concert 11', 'Concert 12']);
  });

  test('finds totals in the headers', async () => {
    const response = await apiFetch<Response, false>({ path: `${CALENDAR}/events?per_page=5`, parse: false });
    expect(response.headers.get('X-WP-Total')).toBe('12');
    expect(response.headers.get('X-WP-TotalPages')).toBe('3');
    expect(response.headers.get('Link')).toContain('rel="next"');
  });

  test('creates, changes and deletes, PUT and DELETE as POST with an override', async () => {
    const data = { title: 'Matinee', start_date: '2031-05-01 14:00', end_date: '2031-05-01 16:00' };
    const { id } = await apiFetch<{ id: number }>({ path: `${CALENDAR}/events`, method: 'POST', data });
    const path = `${CALENDAR}/events/${id}`;
    expect(await apiFetch({ path, method: 'PUT', data: { title: 'Evening' } })).toMatchObject({
      title: 'Evening',
      start_date: '2031-05-01 14:00:00',
    });
    expect(await apiFetch({ path, method: 'DELETE' })).toMatchObject({ id, status: 'trash' });
    await expect(apiFetch({ path, method: 'DELETE' })).rejects.toMatchObject({
      code: 'event-is-in-trash',
      data: { status: 410 },
    });
    expect(sent.slice(-2)).toEqual([
      { method: 'POST', override: 'DELETE' },
      { method: 'POST', override: 'DELETE' },
    ]);
  });

  test('gets errors as objects', async () => {
    await expect(apiFetch({ path: `${CALENDAR}/events/999999` })).rejects.toMatchObject({
      code: 'event-not-found',
      data: { status: 404 },
    });
    await expect(
      apiFetch({ path: `${CALENDAR}/events`, method: 'POST', data: { start_date: 'soon' } }),
    ).rejects.toMatchObject({
      code: 'rest_missing_callback_param',
      data: { status: 400, params: ['title', 'end_date'] },
    });
    await expect(apiFetch({ path: `${CALENDAR}/nothing` })).rejects.toMatchObject({
      code: 'rest_no_route',
      data: { status: 404 },
    });
  });

  test('gets the raw response of an error if parsing is off', async () => {
    const error = await apiFetch<Response, false>({ path: `${CALENDAR}/events/999999`, parse: false }).catch(
      (response: unknown) => response,
    );
    expect(error).toBeInstanceOf(Response);
    expect(error).toMatchObject({ status: 404 });
  });

  test('reads the description of a route by OPTIONS', async () => {
    const route = await apiFetch<{ namespace: string; methods: string[] }>({
      path: `${CALENDAR}/events`,
      method: 'OPTIONS',
    });
    expect(route).toMatchObject({ namespace: CALENDAR, methods: expect.arrayContaining(['GET', 'POST']) });
  });
});
