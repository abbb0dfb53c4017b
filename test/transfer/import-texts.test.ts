import { loadConfig } from '../../src/app/config.ts';
import { schemasOf } from '../../src/app/schemas.ts';
import { importRecords } from '../../src/transfer/import/import-records.ts';
import { commandContext, operationsOf } from '../../src/transfer/import/operations.ts';
import type { Report } from '../../src/transfer/import/report.ts';
import type { SourceEntry } from '../../src/transfer/import/source.ts';
import { settled, startTestServer, type TestServer } from '../support/service.ts';
import { sums } from './sums.ts';

/** E-mail addresses, web addresses and names in the forms of sources. */
const config = loadConfig({});
const operations = operationsOf(schemasOf(config.settings));
const clock = () => new Date('2031-03-14T12:00:00Z');

let ours: TestServer;
beforeEach(async () => {
  ours = await startTestServer({ clock });
});
afterEach(() => ours.stop());

async function take(records: readonly SourceEntry[]): Promise<Report> {
  const report = await importRecords(
    await commandContext(ours.orm, config, clock()),
    operations,
    records,
    {},
  );
  await settled(ours);
  return report;
}

const get = async (path: string) => JSON.parse(await (await ours.request('GET', path)).text());

const TIMES = { start_date: '2031-04-01 10:00', end_date: '2031-04-01 12:00' };
const concert: SourceEntry = {
  kind: 'event',
  at: '9',
  externalIds: ['there.example?id=9'],
  body: { title: 'Concert', ...TIMES },
};

const club = (at: string, name: string, email: string): SourceEntry => ({
  kind: 'organizer',
  at,
  externalIds: [`there.example?id=${at}`],
  body: { organizer: name, email },
});

test('invalid e-mail addresses are left out and reported once, and the organizers are imported', async () => {
  const source: SourceEntry[] = [
    club('1', 'Ada', 'no mail'),
    club('2', 'Bob', ' bob@club.example '),
    club('3', 'Cid', 'a@b.example\nEND:VEVENT'),
    {
      ...concert,
      body: {
        ...{ title: 'Concert', ...TIMES },
        organizer: [
          { organizer: 'Dan', email: 'a@b?bcc=c@d' },
          { organizer: 'Eve', email: '' },
        ],
      },
    },
  ];
  const report = await take(source);
  expect(sums(report)).toEqual({ created: 6, changed: 0, unchanged: 0, refused: 0 });
  expect(report.leftOut).toEqual([
    {
      kind: 'organizer',
      field: 'email',
      count: 3,
      at: '1',
      what: 'Ada',
      reason: expect.stringContaining('one e-mail address'),
    },
  ]);
  const emails = async () => {
    const { organizers } = await get('/organizers');
    const contacts = organizers.map(({ organizer, email }: Record<string, string>) => [organizer, email]);
    return Object.fromEntries(contacts);
  };
  expect(await emails()).toEqual({
    Ada: undefined,
    Bob: 'bob@club.example',
    Cid: undefined,
    Dan: undefined,
    Eve: undefined,
  });
  expect(sums(await take(source))).toMatchObject({ created: 0, changed: 0, unchanged: 4 });
  expect((await take([club('2', 'Bob', 'no mail')])).leftOut).toMatchObject([
    { count: 1, at: '2', what: 'Bob' },
  ]);
  expect(await emails()).toMatchObject({ Bob: 'bob@club.example' });
});

test('addresses are imported with characters to encode, names with angle brackets that are no tag', async () => {
  await take([
    {
      kind: 'venue',
      at: '1',
      externalIds: [],
      body: { venue: 'Club <Note>\n\t2', website: 'https://x.example/a "b"' },
    },
    {
      ...concert,
      body: { title: 'Concert', ...TIMES, image: 'https://x.example/<a>' },
    },
  ]);
  expect((await get('/venues')).venues).toMatchObject([
    { venue: 'Club <Note> 2', website: 'https://x.example/a%20%22b%22' },
  ]);
  expect((await get('/events?start_date=2031-01-01')).events).toMatchObject([
    { image: { url: 'https://x.example/%3Ca%3E' } },
  ]);
});
