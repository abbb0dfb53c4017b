import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { openWorld, type World } from '../support/world.ts';

/** Messages named the problem, but not the remedy. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
  await world.make('venue', { venue: 'The Lantern Room' });
  await world.make('venue', { venue: 'Secret Cellar', status: 'draft' });
});
afterAll(() => world.stop());

const TIMES = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' };
const rest = async (fields: object) => {
  const { body } = await world.send('POST', '/events', { title: 'Fair', ...TIMES, ...fields });
  return Object(body.data).params;
};
const messageOf = async (query: string, variables = {}) =>
  (await world.server.graphql(query, variables)).errors?.[0]?.message;
const byVariable = (input: object) =>
  messageOf('mutation ($input: CreateEventInput!) { createEvent(input: $input) { event { id } } }', {
    input: { title: 'Fair', start: TIMES.start_date, end: TIMES.end_date, ...input },
  });
const byLiteral = (fields: string) =>
  messageOf(
    `mutation { createEvent(input: {title: "Fair", start: "${TIMES.start_date}", end: "${TIMES.end_date}", ${fields}}) { event { id } } }`,
  );

describe('a recurrence', () => {
  const BOTH = 'Use a rule such as FREQ=WEEKLY;COUNT=10, or a list of dates.';
  test.each(['every week', ['every week'], 7])('%j: the message names both forms', async (recurrence) => {
    expect((await rest({ recurrence })).recurrence).toContain(BOTH);
  });

  test('a wrong date has its reason too', async () => {
    expect((await rest({ recurrence: '2031-05-01,2031-13-01' })).recurrence).toContain(
      `${BOTH} "2031-13-01" is not a date: `,
    );
  });
});

describe('a text or number where GraphQL needs an object', () => {
  test.each<[string, unknown, string]>([
    ['venues', 'Boathouse', '{name: "Boathouse"}'],
    ['venues', 7, '{databaseId: 7}'],
    ['organizers', 'Jazz Society', '{name: "Jazz Society"}'],
    ['categories', 'music', '{name: "music"}'],
    ['tags', 'free', '{name: "free"}'],
    ['image', 'https://example.org/a.png', '{url: "https://example.org/a.png"}'],
    ['recurrence', 'FREQ=DAILY;COUNT=2', '{rule: "FREQ=DAILY;COUNT=2"}'],
    ['recurrence', '2031-05-01', '{dates: "2031-05-01"}'],
  ])('%s: %j', async (name, value, remedy) => {
    const isList = name.endsWith('s');
    const sent = isList ? [value] : value;
    const said = expect.stringMatching(/ Use an object such as /);
    for (const message of [
      await byVariable({ [name]: sent }),
      await byLiteral(`${name}: ${JSON.stringify(sent)}`),
      await byLiteral(`${name}: ${JSON.stringify(value)}`),
    ]) {
      expect(message).toEqual(said);
      expect(message?.endsWith(`Use an object such as ${remedy}.`)).toBe(true);
    }
  });

  test('an unknown field: the message names all fields', async () => {
    const remedy = 'Use an object with one of id, databaseId, url.';
    expect(await byLiteral('image: true')).toContain(remedy);
    expect(await byVariable({ image: 'sunset' })).toContain(remedy);
  });

  test('also inside objects, and in variables', async () => {
    expect(await byVariable({ venues: [{ create: { name: 'Boathouse', image: 7 } }] })).toContain(
      '{databaseId: 7}',
    );
    const query = (type: string) =>
      `mutation ($v: ${type}) { createEvent(input: {title: "x", start: "2031-05-01", end: "2031-05-01", venues: $v}) { event { id } } }`;
    expect(await messageOf(query('[VenueLink!]'), { v: ['Boathouse'] })).toContain('{name: "Boathouse"}');
  });

  test.each([
    ['{ event(by: 7) { id } }', '{databaseId: 7}'],
    ['{ event(by: "gala") { id } }', '{slug: "gala"}'],
    [`{ event(by: "${encodeGlobalId('Event', 7)}") { id } }`, `{id: "${encodeGlobalId('Event', 7)}"}`],
    ['{ events(filter: { venues: ["Boathouse"] }) { totalCount } }', '{name: "Boathouse"}'],
  ])('in queries: %s', async (query, remedy) => {
    expect(await messageOf(query)).toContain(`Use an object such as ${remedy}.`);
  });

  test('a long text does not hide the sentence', async () => {
    const message = await byVariable({ venues: ['x'.repeat(5_000)] });
    expect(message).toMatch(/Use an object such as \{name: "x+…"\}\.$/);
  });
});

describe('a missing venue', () => {
  test('GraphQL names its own remedy, REST that of REST', async () => {
    for (const link of [{ name: 'nowhere' }, { slug: 'nowhere' }]) {
      const message = await byVariable({ venues: [link] });
      expect(message).toContain('"nowhere"; for a new one, send {create: {…}}');
      expect(message).not.toContain('as an object with its fields');
    }
    expect((await rest({ venue: 'nowhere' })).venue).toBe(
      'there is no venue with the slug or name "nowhere"; for a new one, send an object with its fields',
    );
    expect((await rest({ organizer: ['nowhere'] })).organizer).not.toContain('create');
  });

  const filter = async (venue: string, as: 'anonymous' | 'editor' = 'anonymous') =>
    Object(Object((await world.get(`/events?venue=${venue}`, as)).body.data).params).venue;

  test('a similar name is suggested', async () => {
    const meant = 'did you mean the-lantern-room?';
    expect(await filter('lantern-room')).toBe(
      `there is no venue with the slug or name "lantern-room"; ${meant}`,
    );
    expect(await filter('the+lantern+romm')).toContain(meant);
    expect((await rest({ venue: 'Lantern Room' })).venue).toContain(
      `${meant} For a new one, send an object with its fields`,
    );
    expect(await byVariable({ venues: [{ name: 'Lantern Room' }] })).toContain(
      'did you mean "The Lantern Room"?',
    );
  });

  test('but not one that the caller may not read', async () => {
    expect(await filter('secret-celler')).toBe(
      'there is no venue with the slug or name "secret-celler"; use an id, slug or name',
    );
    expect(await filter('secret-celler', 'editor')).toContain('did you mean secret-cellar?');
  });
});
