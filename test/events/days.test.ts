import { type Row, table } from '../support/table.ts';
import { openWorld, type World } from '../support/world.ts';

/** A Wednesday. */
const NOW = '2031-05-14 12:00:00';
/** Zones on both sides of UTC, including offsets other than whole hours, and the largest offsets. */
const SITES = {
  utc: 'UTC',
  losAngeles: 'America/Los_Angeles',
  auckland: 'Pacific/Auckland',
  kolkata: 'UTC+5.5',
  far: 'UTC+14',
  west: 'UTC-12',
} as const;
type Site = keyof typeof SITES;

const worlds: Partial<Record<Site | 'revisionA', World>> = {};
const at = (name: keyof typeof worlds) => (): World => {
  const world = worlds[name];
  if (!world) throw new Error(`${name} has not started`);
  return world;
};

beforeAll(async () => {
  const world = await openWorld({ roles: true, now: NOW, env: { TIMEZONE: SITES.utc } });
  worlds.utc = world;
  const days = async (
    title: string,
    start_date: string,
    end_date: string,
    timezone: string,
  ): Promise<void> => {
    await world.make('event', { title, start_date, end_date, timezone, all_day: true });
  };
  await days('past', '2030-07-02', '2030-07-04', 'Europe/Berlin');
  await days('festival', '2031-07-02', '2031-07-04', 'Europe/Berlin');
  await days('hawaii', '2031-07-02', '2031-07-02', 'Pacific/Honolulu');
  await days('kiritimati', '2031-07-03', '2031-07-03', 'Pacific/Kiritimati');
  await days('dateline', '2031-07-04', '2031-07-04', 'UTC-12');
  await days('lmt', '1840-07-02', '1840-07-02', 'Asia/Manila');
  // 20:00 in Los Angeles is 03:00 of the next day in UTC.
  await world.event('club', '2031-07-02 20:00', { timezone: 'America/Los_Angeles' });
  await world.event('breakfast', '2031-07-03 08:00', {
    end_date: '2031-07-03 09:00',
    timezone: 'Pacific/Auckland',
  });
  await days('later', '2035-03-01', '2035-03-02', 'UTC');
  await world.event('muchlater', '2036-03-01 10:00');
  for (const [name, TIMEZONE] of Object.entries(SITES))
    if (name !== 'utc') worlds[name as Site] = await world.beside({ TIMEZONE });
  worlds.revisionA = await world.beside({ API_REVISION: 'A', TIMEZONE: SITES.losAngeles });
});
afterAll(async () => {
  const { utc: first, ...others } = worlds;
  for (const world of Object.values(others)) await world.stop();
  await first?.server.stop();
});

/** Only all-day events, which have the same dates in every zone. */
const ONLY = 'search=-club -breakfast&';
const WHOLE: readonly Row[] = [
  [`${ONLY}start_date=2031-07-02&end_date=2031-07-02`, 'hawaii'],
  [`${ONLY}start_date=2031-07-03&end_date=2031-07-03`, 'kiritimati'],
  [`${ONLY}start_date=2031-07-04&end_date=2031-07-04`, 'dateline'],
  [`${ONLY}start_date=2031-07-02&end_date=2031-07-04`, 'festival hawaii kiritimati dateline'],
  [`${ONLY}start_date=2031-07-01&end_date=2031-07-01`, ''],
  [`${ONLY}start_date=2031-07-05&end_date=2031-07-05`, ''],
  [`${ONLY}start_date=2031-07-02&end_date=2031-07-03`, 'hawaii kiritimati'],
  [`${ONLY}starts_after=2031-07-01&starts_before=2031-07-02`, 'festival hawaii'],
  [`${ONLY}starts_after=2031-07-02&starts_before=2031-07-03`, 'kiritimati'],
  [`${ONLY}starts_after=2031-07-03&starts_before=2031-07-04`, 'dateline'],
  [`${ONLY}ends_after=2031-07-03&ends_before=2031-07-04`, 'festival dateline'],
  [`${ONLY}ends_after=2031-07-04&starts_before=2031-12-31`, ''],
  [`${ONLY}starts_before=1840-07-02`, 'lmt'],
  [`${ONLY}starts_before=1840-07-01`, ''],
  [`${ONLY}ends_before=1840-07-02&starts_after=1840-07-01`, 'lmt'],
];
for (const site of Object.keys(SITES) as Site[])
  table(`whole days on the clock of ${SITES[site]}`, { kind: 'event', world: at(site) }, WHOLE);

const day = (date: string): string =>
  `start_date=${date}&end_date=${date}&search=-festival -hawaii -kiritimati -dateline`;
table('timed events in UTC', { kind: 'event', world: at('utc') }, [
  [day('2031-07-02'), 'breakfast'],
  [day('2031-07-03'), 'club'],
]);
table('timed events in Los Angeles', { kind: 'event', world: at('losAngeles') }, [
  [day('2031-07-02'), 'breakfast club'],
  [day('2031-07-03'), ''],
]);
table('timed events in Auckland', { kind: 'event', world: at('auckland') }, [
  [day('2031-07-02'), ''],
  [day('2031-07-03'), 'breakfast club'],
]);

const STRICT = 'strict_dates=true';
table('strict dates compare instants, also of whole days', { kind: 'event', world: at('utc') }, [
  [`start_date=2031-07-02&end_date=2031-07-04&${STRICT}&search=festival`, ''],
  [`start_date=2031-07-01 22:00&end_date=2031-07-04 21:59:59&${STRICT}&search=festival`, 'festival'],
  [`start_date=2031-07-01 22:00:01&end_date=2031-07-05&${STRICT}&search=festival`, ''],
  [`start_date=2031-07-02&end_date=2031-07-03&${STRICT}&search=hawaii`, ''],
  [`start_date=2031-07-02 10:00&end_date=2031-07-03 09:59:59&${STRICT}&search=hawaii`, 'hawaii'],
]);

table(
  'a default bound that contradicts the one that was sent is dropped',
  { kind: 'event', world: at('utc') },
  [
    ['start_date=2034-01-01', 'later muchlater'],
    ['start_date=2035-03-02', 'muchlater'],
    ['start_date=2033-05-15', 'later muchlater'],
    // The end stays, because it is within the default window.
    ['start_date=2033-05-14', ''],
    ['start_date=2031-07-05', ''],
    ['end_date=2030-07-04', 'lmt past'],
    ['end_date=2030-07-03', 'lmt'],
    ['end_date=2031-05-13', 'lmt past'],
    ['end_date=2031-05-14', ''],
    ['start_date=2034-01-01&end_date=2035-12-31', 'later'],
    ['start_date=2034-01-01&end_date=2033-01-01', ''],
    [`start_date=2033-05-14 12:00:01&${STRICT}`, 'later muchlater'],
    [`start_date=2033-05-14 12:00:00&${STRICT}`, ''],
    [`end_date=2031-05-14 11:59:59&${STRICT}`, 'lmt past'],
    [`end_date=2031-05-14 12:00:00&${STRICT}`, ''],
    ['end_date=yesterday', 'lmt past'],
    ['start_date=+3 years', 'later muchlater'],
  ],
);
table('so in revision A', { kind: 'event', world: at('revisionA') }, [
  ['start_date=2034-01-01', 'later muchlater'],
  ['start_date=2035-03-02', 'muchlater'],
]);
table('revision A bounds the start by both', { kind: 'event', world: at('revisionA'), apis: ['REST'] }, [
  ['end_date=2030-07-02', 'lmt past'],
  ['end_date=2030-07-01', 'lmt'],
  ['start_date=2031-07-02&end_date=2031-07-02&search=-club -breakfast', 'festival hawaii'],
]);

test.each([
  ['losAngeles', '2031-07-03 06:59:59', 'festival hawaii kiritimati dateline club breakfast'],
  ['losAngeles', '2031-07-03 07:00:00', 'kiritimati dateline'],
  ['utc', '2031-07-02 23:59:59', 'festival hawaii kiritimati dateline club breakfast'],
  ['utc', '2031-07-03 00:00:00', 'kiritimati dateline club'],
  ['utc', '2033-03-01 23:59:59', ''],
  ['utc', '2033-03-02 00:00:00', 'later'],
] as const)('without bounds a list in %s starts with the day of %s', async (site, now, expected) => {
  const before = at('utc')().moveTo(now);
  const { names } = await at(site)().list('REST', 'event', '');
  at('utc')().moveTo(before);
  expect(names.sort().join(' ')).toBe(expected.split(' ').sort().join(' '));
});
