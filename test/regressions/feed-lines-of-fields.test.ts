import { READERS } from '../feeds/readers.ts';
import { APIS } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

/** Line breaks in an e-mail address and in tag names injected events into calendar feeds. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

const FORGED = [
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:evil',
  'DTSTAMP:20310101T000000Z',
  'DTSTART:20310302T090000Z',
  'SUMMARY:Refund',
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'TRIGGER:-PT5M',
  'END:VALARM',
];
const ENDS = ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'];
const feed = async (): Promise<string> => (await fetch(`${world.server.url}/feeds/events.ics`)).text();

function expectOneEvent(text: string): void {
  expect(text.split(/[\r\n\v\f\u0085\u2028\u2029]+/)).not.toContain('UID:evil');
  for (const [name, read] of READERS) expect([name, read(text).size]).toEqual([name, 1]);
}

test.each(APIS)('an e-mail address with line breaks is rejected by %s, inside an event too', async (api) => {
  const email = `info@club.example\n${FORGED.join('\n')}`;
  const organizer = { organizer: 'Club', email };
  const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' };
  expect(await world.create(api, 'organizer', organizer, 'author')).toMatchObject({
    status: 400,
    failing: ['email'],
  });
  const event = { title: 'Concert', ...times, organizer: [organizer] };
  expect(await world.create(api, 'event', event, 'author')).toMatchObject({
    status: 400,
    failing: ['organizer'],
  });
  expect(await world.counts()).toMatchObject({ event: 0, organizer: 0 });
});

test('names of tags, venues and organizers contain no line breaks, and a feed has one event', async () => {
  for (const end of ENDS) {
    const text = FORGED.join(end).slice(0, 150);
    const id = await world.event(`Concert${end}${text}`, '2031-05-01 10:00', {
      tags: [`tag${end}${text}`],
      categories: [`category${end}${text}`],
      cost: `5${end}${text}`,
      venue: { venue: `Hall${end}${text}`, city: `Rome${end}${text}`, phone: `1${end}2` },
      organizer: [{ organizer: `Club${end}${text}`, phone: `1${end}2` }],
    });
    const { description: _, ...event } = await world.read('event', id);
    expect(JSON.stringify(event)).not.toMatch(/\\[rntvf]|\\u0085|[\u0085\u2028\u2029]/);
    expectOneEvent(await feed());
    await world.remove('REST', 'event', id, { force: true });
  }
});

test('stored rows with line breaks add no lines to a feed', async () => {
  const id = await world.event('Stored earlier', '2031-05-01 10:00', {
    tags: ['stored-tag'],
    venue: { venue: 'Stored hall' },
    organizer: [{ organizer: 'Stored club' }, { organizer: 'Stored guest' }],
  });
  const connection = world.server.orm.em.getConnection();
  for (const end of ENDS) {
    const text = ` x${end}${FORGED.join(end)}`;
    const email = `info@club.example${end}${FORGED.join(end)}`;
    await connection.execute('update event set title = ?, description = ?', [text, text]);
    await connection.execute('update venue set name = ?, address = ?', [text, text]);
    await connection.execute('update organizer set name = ?, email = ?, phone = ?', [text, email, text]);
    await connection.execute("update term set name = ? where slug = 'stored-tag'", [text]);
    await world.change('REST', 'event', id, { featured: end === '\n' });
    expectOneEvent(await feed());
    expect(await (await fetch(`${world.server.url}/feeds/events.rss`)).text()).not.toMatch(/[\v\f]/);
  }
});

test('an organizer with an invalid stored e-mail address is identified by page, others by an encoded address', async () => {
  const id = await world.make('organizer', { organizer: 'Club', email: 'a&b?c@club.example' });
  await world.event('Encoded', '2031-06-01 10:00', { organizer: id.id });
  const lines = async () => (await feed()).replaceAll('\r\n ', '').split('\r\n');
  expect(await lines()).toContain('ORGANIZER;CN=Club:mailto:a%26b%3Fc@club.example');
  await world.server.orm.em
    .getConnection()
    .execute("update organizer set email = 'no mail' where id = ?", [id.id]);
  await world.change('REST', 'organizer', id.id, { phone: '5' });
  expect(await lines()).toContain(`ORGANIZER;CN=Club:${world.server.url}/organizer/club/`);
  const page = await fetch(`${world.server.url}/organizer/club/`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toMatch(/<dd>no mail<\/dd>/);
  // An unchanged value stays.
  expect((await world.change('REST', 'organizer', id.id, { email: 'no mail' })).status).toBe(200);
  expect((await world.change('REST', 'organizer', id.id, { email: 'no mai' })).status).toBe(400);
});
