import { createRequire } from 'node:module';
import { numbered } from '../feeds/walking.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** The used part of OpenActive's validator of RPDE feeds, which has no types. */
interface Finding {
  readonly type: string;
  readonly severity: 'failure' | 'warning' | 'suggestion';
  readonly message: string;
}
interface Log {
  readonly pages: readonly { readonly url: string; readonly errors: readonly Finding[] }[];
}
interface PageChecker {
  validateRpdePage(page: {
    url: string;
    json: unknown;
    pageIndex: number;
    contentType: string | null;
    cacheControl: string | null;
    status: number;
    isInitialHarvestComplete: boolean;
    isOrdersFeed: boolean;
  }): Finding[];
}
interface Validator {
  RpdeValidator(url: string, options?: { pageLimit?: number }): Promise<Log>;
  FeedPageChecker: new () => PageChecker;
}
const { RpdeValidator, FeedPageChecker }: Validator = createRequire(import.meta.url)(
  '@openactive/rpde-validator',
);

let server: TestServer;
let url: string;
let names = 0;
const tag = async (): Promise<number> => {
  const response = await server.request('POST', '/tags', { name: `Tag ${++names}` });
  return Number(Object(await response.json()).id);
};
const create = async (fields: object): Promise<number> => {
  const response = await server.request('POST', '/events', fields);
  return Number(Object(await response.json()).id);
};
/** The first events of series. */
const series: number[] = [];
beforeAll(async () => {
  server = await startTestServer();
  url = `${server.url}/feeds/changes`;
  await server.orm.em.getConnection().execute(`
    insert into event (status, published_utc, modified_utc, slug, title, start_local, end_local, start_utc, end_utc, timezone)
    select 'publish', '2021-01-01', '2021-01-01', 'event-' || n, 'Event ' || n, '2031-05-01', '2031-05-01', '2031-05-01', '2031-05-01', 'UTC'
    from generate_series(1, 1200) as n`);
  const day = { start_date: '2031-05-01 20:00', end_date: '2031-05-01 22:00' };
  const event = {
    title: 'Jazz',
    ...day,
    venue: { venue: 'Barn' },
    organizer: { organizer: 'Club' },
    categories: ['Music'],
  };
  await server.request('POST', '/events', event);
  await server.request('POST', '/events', {
    ...event,
    event_status: 'canceled',
    event_status_reason: 'Flood',
  });
  await server.request('POST', '/events', { ...event, virtual_url: 'https://meet.example/1' });
  for (const recurrence of ['FREQ=WEEKLY;COUNT=20', 'FREQ=DAILY'])
    series.push(await create({ ...event, recurrence }));
  for (const fields of [{ status: 'private' }, { hide_from_listings: true }, { status: 'trash' }]) {
    const hidden = await create(event);
    await numbered({ server });
    await fetch(url);
    await server.request('PATCH', `/events/${hidden}`, fields);
  }
  // With the id of an event.
  const gone = await tag();
  await numbered({ server });
  await fetch(url);
  await server.request('DELETE', `/tags/${gone}`);
  await numbered({ server });
});
afterAll(() => server.stop());

/**
 * The validator always reports that records are not in OpenActive's own model, which this service does not
 * use.
 */
const found = ({ pages }: Log): Finding[] =>
  pages.flatMap(({ errors }) => errors).filter(({ type }) => type !== 'no_modelling_data');

test('finds no problems', async () => {
  const log = await RpdeValidator(url);
  expect(log.pages.length).toBeGreaterThan(4);
  expect(found(log)).toEqual([]);
});

/** Reads repeatedly while others write, until enough has been written. */
async function whileWriting(work: () => Promise<unknown>, read: () => Promise<unknown>): Promise<void> {
  let done = 0;
  let isOver = false;
  const writers = Array.from({ length: 3 }, async () => {
    for (; !isOver; done++) await work();
  });
  while (done < 60) await read();
  isOver = true;
  await Promise.all(writers);
}

test('finds no problems while others write', async () => {
  const logs: Log[] = [];
  await whileWriting(tag, async () => logs.push(await RpdeValidator(url)));
  // Changes between two requests come after a last page, which had fewer items.
  const findings = logs.flatMap(found).filter(({ type }) => type !== 'minimum_items_per_page');
  expect(findings).toEqual([]);
});

test('finds no problems on pages whose records other clients change and erase', async () => {
  const changing = async (): Promise<void> => {
    const id = await tag();
    await server.request('PATCH', `/tags/${id}`, { description: 'Changed' });
    if (id % 2 === 0) await server.request('DELETE', `/tags/${id}`);
    await server.request('PATCH', `/events/${1 + (id % 1000)}`, { title: `Changed ${id}` });
    const rule = `FREQ=WEEKLY;COUNT=${5 + (id % 20)}`;
    if (id % 10 === 0) await server.request('PATCH', `/events/${series[0]}?scope=all`, { recurrence: rule });
  };
  const checker = new FeedPageChecker();
  let pageIndex = 0;
  let address = url;
  await whileWriting(changing, async () => {
    const response = await fetch(address);
    const json = Object(await response.json());
    const { status, headers } = response;
    const findings = checker.validateRpdePage({
      url: address,
      json,
      pageIndex,
      contentType: headers.get('content-type'),
      cacheControl: headers.get('cache-control'),
      status,
      isInitialHarvestComplete: pageIndex > 4,
      isOrdersFeed: false,
    });
    expect(findings).toEqual([]);
    address = json.next;
    pageIndex += 1;
  });
});
