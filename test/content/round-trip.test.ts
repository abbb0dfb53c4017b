import fc from 'fast-check';
import { type Body, type Kind, LISTS } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true, now: '2031-05-14 12:00:00', env: { TIMEZONE: 'America/St_Johns' } });
});
afterAll(() => world.stop());

const FIXED = ['UTC+5.5', 'UTC-3', 'UTC+0', 'UTC+14', 'UTC-12', '+02:00', 'UTC+5.75', 'UTC'];
const anyZone = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...Intl.supportedValuesOf('timeZone')) },
  fc.constantFrom(...FIXED),
);
/** Any second of the years for which events are planned. */
const anyLocal = fc
  .date({ min: new Date('1975-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19).replace('T', ' '));

const utcText = (instant: number): string => new Date(instant).toISOString().slice(0, 19).replace('T', ' ');

/** Milliseconds since 1970 of a wall clock read as UTC. */
const clock = (local: string): number => Date.parse(`${local.replace(' ', 'T')}Z`);

/** The wall clock of the zone, by the platform's formatter. */
const shown = (instant: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(instant);

/**
 * The expected wall clock, moved out of a gap, and its UTC, independent of the service's date code; the first of two
 * instants.
 */
function settled(local: string, zone: string): { local: string; utc: string } {
  const [fixed, sign, hours, fraction = '', minutes = 0] =
    /^(?:UTC)?([+-])(\d+)(?:\.(\d+)|:(\d\d))?$/.exec(zone) ?? [];
  if (fixed) {
    const east = Number(hours) * 60 + (fraction ? Number(`0.${fraction}`) * 60 : Number(minutes));
    return { local, utc: utcText(clock(local) - (sign === '-' ? -1 : 1) * east * 60_000) };
  }
  // The UTC offset on the day before, or on the day after.
  const by = (days: number): number => {
    const instant = clock(local) + days * 86_400_000;
    return clock(local) - (clock(shown(instant, zone)) - instant);
  };
  const possible = [by(-1), by(1)].filter((instant) => shown(instant, zone) === local);
  const utc = possible.length > 0 ? Math.min(...possible) : by(-1);
  return { local: shown(utc, zone), utc: utcText(utc) };
}

test('a wall clock in any zone is returned as sent, with its UTC', async () => {
  await fc.assert(
    fc.asyncProperty(anyZone, anyLocal, async (timezone, local) => {
      const made = await world.make('event', {
        title: 'Recital',
        timezone,
        start_date: local,
        end_date: local,
      });
      const { body } = await world.get(`/events/${made.id}`);
      const { local: there, utc } = settled(local, timezone);
      expect(body).toMatchObject({
        timezone,
        start_date: there,
        end_date: there,
        utc_start_date: utc,
        utc_end_date: utc,
      });
    }),
    { numRuns: 60 },
  );
});

const text = fc.oneof(
  fc.constantFrom(
    'Jazz',
    '2 < 3 & 4 > 1',
    'a<b',
    '<p>Blue <em>notes</em></p>',
    'AT&T',
    '&lt;b&gt;',
    'Ça va?',
    '“quoted”',
    'tab\there',
    '\\ % _',
    '0',
    'x < y<br>z',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);
const name = text.filter((value) => /[\p{L}\p{N}]/u.test(value.replace(/<[^>]*>?/g, '')));
const pick = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const optional = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: [] });
const image = pick('https://pictures.example.org/a.png', 'https://pictures.example.org/b', '');
const website = pick('https://a.test/', 'http://b.test/x?y=1&z=ü', '');
const status = pick('publish', 'draft', 'pending', 'private', 'future', 'trash');
const date_utc = pick('2020-02-02 02:02:02', '2040-01-01', '2030-11-03 05:30:00', '2030-11-03 04:30:00');
const post = { description: text, image, website, status, date_utc };

const KINDS: Record<Kind, fc.Arbitrary<object>> = {
  event: fc
    .record({
      title: name,
      start_date: anyLocal,
      timezone: anyZone,
      more: optional({
        ...post,
        excerpt: text,
        all_day: fc.boolean(),
        cost: fc.oneof(
          pick<unknown>('Free', '$20', '10 - 25 EUR', 0, '', ['$5', '$20'], '1,234.50', 'donation', '€ 7'),
          text,
        ),
        show_map: fc.boolean(),
        sticky: fc.boolean(),
        hide_from_listings: fc.boolean(),
        ticketed: fc.boolean(),
        event_status: pick('scheduled', 'canceled', 'postponed'),
        event_status_reason: text,
        is_virtual: fc.boolean(),
        virtual_url: website,
        categories: pick(['Music'], ['Music', 'Food & Drink'], []),
        tags: pick(['live', 'Open air'], []),
        venue: pick<unknown>({ venue: 'Hall' }, [{ venue: 'Hall' }, { venue: 'Cellar', city: 'Bonn' }], []),
        organizer: pick<unknown>([{ organizer: 'Band' }, { organizer: 'Crew' }], []),
      }),
    })
    .map(({ more, ...fields }) => ({ ...fields, end_date: fields.start_date, ...more })),
  venue: fc
    .record({
      venue: name,
      more: optional({
        ...post,
        address: text,
        city: text,
        country: pick('USA', 'France', ''),
        state: text,
        province: text,
        stateprovince: text,
        zip: text,
        phone: text,
        show_map: pick<unknown>(true, 'false', '1'),
      }),
      place: pick({}, { geo_lat: 52.520008, geo_lng: -13.404954 }, { geo_lat: 0, geo_lng: 0 }),
    })
    .map(({ more, place, ...fields }) => ({ ...fields, ...place, ...more })),
  organizer: fc
    .record({ organizer: name, more: optional({ ...post, phone: text, email: pick('a@example.org', '') }) })
    .map(({ more, ...fields }) => ({ ...fields, ...more })),
  category: fc
    .record({ name, more: optional({ description: text }) })
    .map(({ name, more }) => ({ name: `${name} ${++terms}`, ...more })),
  tag: fc
    .record({ name, more: optional({ description: text, slug: pick('a b', 'Zürich') }) })
    .map(({ name, more }) => ({ name: `${name} ${++terms}`, ...more })),
};
let terms = 0;

/** The state before and after a client sends back the record as read, a day later. */
async function sendBack(
  kind: Kind,
  id: number,
): Promise<{ before: Body; after: Body; status: number; answer: Body }> {
  const path = `/${LISTS[kind]}/${id}`;
  const { body: before } = await world.get(path, 'administrator');
  const start = world.moveTo('2031-05-14 18:00:00');
  const { status: code, body: answer } = await world.send('PATCH', path, before);
  const { body: after } = await world.get(path, 'administrator');
  world.moveTo(start);
  return { before, after, status: code, answer };
}

test.each(Object.entries(KINDS))('PATCH with the body of GET changes nothing: %s', async (kind, fields) => {
  await fc.assert(
    fc.asyncProperty(fields, async (sent) => {
      const { id } = await world.make(kind as Kind, sent);
      const { before, after, status: code, answer } = await sendBack(kind as Kind, id);
      expect([code, code === 200 ? undefined : answer]).toEqual([200, undefined]);
      expect(after).toEqual(before);
    }),
    { numRuns: 20 },
  );
});
