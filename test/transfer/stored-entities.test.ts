import { schemasOf } from '../../src/app/schemas.ts';
import { kysely } from '../../src/platform/postgres/orm.ts';
import { venuesByLocation } from '../../src/transfer/icalendar/texts.ts';
import { importRecords } from '../../src/transfer/import/import-records.ts';
import { commandContext, operationsOf } from '../../src/transfer/import/operations.ts';
import type { Outcome } from '../../src/transfer/import/report.ts';
import type { SourceEntry, SourceRecord } from '../../src/transfer/import/source.ts';
import { ADMINISTRATOR, Calendar, CONFIG, NOW } from './calendar.ts';

const operations = operationsOf(schemasOf(CONFIG.settings));
/** More than two pages of entities. */
const MANY = 450;

let calendar: Calendar;
beforeAll(async () => {
  calendar = await Calendar.empty();
});
afterAll(() => calendar.stop());
afterEach(() => calendar.clear());

const venue = (id: number): SourceEntry => ({
  kind: 'venue',
  at: `${id}`,
  externalIds: [`there.example?id=${id}`],
  body: { venue: `Hall ${id}` },
});

const CONCERT: SourceRecord = {
  kind: 'event',
  at: '9',
  externalIds: ['there.example?id=9'],
  body: { title: 'Concert', start_date: '2031-04-01 10:00', end_date: '2031-04-01 12:00' },
  links: { venue: ['there.example?id=1', 'there.example?id=2'] },
};

/** Imports the event this many seconds after {@link NOW}. */
async function outcomeOf(event: SourceRecord, seconds: number): Promise<Outcome | undefined> {
  const now = new Date(NOW.getTime() + seconds * 1_000);
  const context = await commandContext(calendar.server.orm, CONFIG, now);
  const { counts } = await importRecords(context, operations, [venue(1), venue(2), event], {});
  return (['created', 'changed', 'unchanged'] as const).find((outcome) => counts.event?.[outcome]);
}

test.each([
  ['in the same second', 0],
  ['a minute later', 60],
])('an import reports its changes, %s', async (_, seconds) => {
  const { body } = CONCERT;
  expect(await outcomeOf(CONCERT, 0)).toBe('created');
  expect(await outcomeOf(CONCERT, seconds)).toBe('unchanged');
  expect(await outcomeOf({ ...CONCERT, body: { ...body, title: 'Recital' } }, seconds)).toBe('changed');
  const links = { venue: CONCERT.links?.venue?.toReversed() };
  const turned = { ...CONCERT, body: { ...body, title: 'Recital' }, links };
  expect(await outcomeOf(turned, 2 * seconds)).toBe('changed');
  expect(await outcomeOf(turned, 2 * seconds)).toBe('unchanged');
  const known = { ...turned, externalIds: [...CONCERT.externalIds, 'elsewhere.example?id=3'] };
  expect(await outcomeOf(known, 3 * seconds)).toBe('changed');
  expect(await outcomeOf(known, 3 * seconds)).toBe('unchanged');
});

/** Venues of which every two have the same lineage and place. */
async function insertPairs(status = 'publish'): Promise<void> {
  await calendar.server.orm.em.fork().execute(
    `insert into venue (name, name_key, slug, city, status, lineage, published_utc, modified_utc)
     select 'Hall ' || n / 2, 'hall ' || n / 2, '${status}-' || n, 'Oslo', '${status}',
       jsonb_build_array('there.example?id=' || n / 2), '2031-01-01', '2031-01-01' from generate_series(0, ${MANY - 1}) n`,
  );
}

test('an import finds all records by their external ids, and of several the oldest', async () => {
  await insertPairs();
  const entries = Array.from({ length: MANY / 2 }, (_, at) => venue(at));
  const changed = entries.map((entry) => ({ ...entry, body: { name: 'Hall', city: 'Rome' } }) as SourceEntry);
  const context = await commandContext(calendar.server.orm, CONFIG, NOW);
  const { counts } = await importRecords(context, operations, changed, {});
  expect(counts.venue).toEqual({ created: 0, changed: MANY / 2, unchanged: 0 });
  const rows = await calendar.server.orm.em
    .fork()
    .execute("select count(*)::int as count from venue where city = 'Rome' and slug ~ '[02468]$'");
  expect(rows).toEqual([{ count: MANY / 2 }]);
});

test('all venues are found by their location, of several the oldest, and none in the trash', async () => {
  await insertPairs('trash');
  await insertPairs();
  const [oldest] = await calendar.server.orm.em
    .fork()
    .execute("select min(id) as id from venue where status = 'publish'");
  const locations = await venuesByLocation(kysely(calendar.server.orm.em.fork()), ADMINISTRATOR);
  expect(locations.size).toBe(MANY / 2);
  const first: number = oldest?.id;
  expect(locations.get('hall 0, oslo')).toBe(first);
  expect(locations.get(`hall ${MANY / 2 - 1}, oslo`)).toBe(first + MANY - 2);
});
