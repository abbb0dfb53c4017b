import { deflateSync } from 'node:zlib';
import { openWorld, type World } from '../support/world.ts';
import { calendarOf, event, vevent } from '../transfer/ics-files.ts';
import { type DeskResponse, SAME_SITE, signedIn } from './desk-client.ts';

/** Importing files at the desk: a preview, then the import. */
type Browser = Awaited<ReturnType<typeof signedIn>>;

let world: World;
let author: Browser;
beforeAll(async () => {
  world = await openWorld();
  author = await signedIn(world, 'author');
});
afterAll(() => world?.stop());

const upload = (
  client: Browser,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  dateFormat = '',
): Promise<DeskResponse> => {
  const form = new FormData();
  form.append('dateFormat', dateFormat);
  form.append('file', new File([content], name));
  return client.send('POST', '/desk/import', form);
};
const importNow = (client: Browser, preview: DeskResponse): Promise<DeskResponse> =>
  client.resubmit('/desk/import', preview, {});
const errorIn = ({ html }: DeskResponse): string | undefined =>
  /id="file-error">(.*?)<\/span><\/p>|id="file-error">([^<]*)/
    .exec(html)
    ?.slice(1)
    .find(Boolean)
    ?.replace(/<[^>]*>/g, '');
const stored = async (): Promise<{ title: string; status: string; author_id: number }[]> =>
  world.server.orm.em.fork().execute('select title, status, author_id from event order by id');
const uploads = async (): Promise<unknown[]> =>
  world.server.orm.em.fork().execute('select user_id from upload');
const rows = (html: string): string[] =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );

const CSV =
  'title,start_date,end_date,tags,colour\nFair,2031-05-01,2031-05-02,,red\nTagged,2031-05-03,2031-05-03,unknown,\n';

test('a preview stores no record, and the import does what it shows', async () => {
  const preview = await upload(author, 'events.csv', CSV);
  expect(preview.status).toBe(200);
  expect(rows(preview.html)).toEqual(['Kind New Changed Unchanged', 'Events 1 0 0']);
  expect(preview.text).toContain('1 entry refused Tagged (line 3): ');
  expect(preview.text).toContain('Ignored columns: colour');
  expect(await stored()).toEqual([]);
  const done = await importNow(author, preview);
  expect(rows(done.html)).toEqual(rows(preview.html));
  expect(done.html).toContain('/desk/events"');
  expect(await stored()).toEqual([{ title: 'Fair', status: 'publish', author_id: author.userId }]);
  expect(await uploads()).toEqual([]);
  expect((await importNow(author, preview)).status).toBe(409);
  const again = await upload(author, 'events.csv', CSV);
  expect(rows(again.html)).toEqual(['Kind New Changed Unchanged', 'Events 0 0 1']);
  expect(again.html).not.toContain('name="key"');
});

test('dates with slashes need a choice of their format', async () => {
  const editor = await signedIn(world, 'editor');
  const file = 'title,start_date,end_date\nSlashes,05/06/2031,05/06/2031\n';
  const unclear = await upload(editor, 'slashes.csv', file);
  expect(unclear.text).toMatch(/has the ambiguous date .05\/06\/2031.: choose its format/);
  const preview = await upload(editor, 'slashes.csv', file, 'DD/MM/YYYY');
  expect((await importNow(editor, preview)).status).toBe(200);
  const { body } = await world.get('/events?search=Slashes');
  expect(body.events).toMatchObject([{ start_date: '2031-06-05 00:00:00' }]);
});

test('a table with other headings shows the names of the columns', async () => {
  const refused = await upload(author, 'a.csv', 'Titel;Beginn\nFest;05.06.2031\n');
  expect(refused.status).toBe(400);
  expect(errorIn(refused)).toBe(
    'The first row must name the columns as listed below, and at least title and start_date.',
  );
  expect(refused.html).toMatch(/<details open>.*<dt translate="no">start_date<\/dt><dd>First day<\/dd>/s);
  const german =
    'title;start_date;start_time;end_date;end_time\nGartenfest;05.06.2031;14:00;05.06.2031;22:00\n';
  expect(rows((await upload(author, 'b.csv', german)).html)).toContain('Events 1 0 0');
});

test('a series is counted, and titles are text', async () => {
  const editor = await signedIn(world, 'editor');
  const file = calendarOf(
    vevent('UID:course', 'SUMMARY:<b>Course</b>', 'DTSTART:20310401T170000Z', 'RRULE:FREQ=WEEKLY;COUNT=3'),
    vevent('UID:bad', 'SUMMARY:<script>x</script>', 'DTSTART:never'),
  );
  const preview = await upload(editor, 'file without an ending', file);
  expect(preview.text).toContain('1 recurring series');
  expect(preview.html).not.toContain('<script>x');
  expect(preview.html).toContain('&lt;script&gt;');
});

test('the file is deleted at sign-out', async () => {
  const leaving = await signedIn(world, 'author');
  await upload(leaving, 'a.csv', CSV);
  expect(await uploads()).toContainEqual({ user_id: leaving.userId });
  await leaving.post('/desk/sign-out');
  expect(await uploads()).not.toContainEqual({ user_id: leaving.userId });
});

test('a subscriber, another site and a request without a session import nothing', async () => {
  const before = await stored();
  const subscriber = await signedIn(world, 'subscriber');
  for (const { status } of [await subscriber.get('/desk/import'), await upload(subscriber, 'a.csv', CSV)])
    expect(status).toBe(403);
  const preview = await upload(author, 'a.csv', CSV.replace('Fair', 'Other'));
  const form = new URLSearchParams(preview.forms.find(({ action }) => action.endsWith('/run'))?.fields);
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
    expect((await author.send('POST', '/desk/import/run', form, headers)).status).toBe(403);
  const stranger = await signedIn(world, 'author');
  expect((await stranger.send('POST', '/desk/import/run', form, SAME_SITE)).status).toBe(409);
  stranger.cookie = null;
  await stranger.send('POST', '/desk/import/run', form, SAME_SITE);
  expect(await stored()).toEqual(before);
});

test('a role that lost its rights between preview and import imports nothing', async () => {
  const before = await stored();
  const demoted = await signedIn(world, 'author');
  const preview = await upload(demoted, 'a.csv', CSV.replace('Fair', 'Late'));
  await world.query(
    'mutation ($login: String!) { updateUser(by: { login: $login }, input: { role: SUBSCRIBER }) { user { login } } }',
    world.server.admin,
    { login: demoted.login },
  );
  expect((await importNow(demoted, preview)).status).toBe(403);
  expect(await stored()).toEqual(before);
});

const nested = (levels: number): string =>
  calendarOf('BEGIN:VEVENT\r\n'.repeat(levels), 'SUMMARY:Deep', 'END:VEVENT\r\n'.repeat(levels));
const manyRows = (count: number): string =>
  `title,start_date\n${Array.from({ length: count }, (_, at) => `Event ${at},2031-05-01`).join('\n')}`;
const zip = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\x08\0'), deflateSync(Buffer.alloc(10_000))]);

const HOSTILE: readonly (readonly [string, string, string | Uint8Array<ArrayBuffer>, RegExp])[] = [
  ['no text', 'a.csv', Buffer.from([1, 0, 2, 0, 255, 254, 0]), /not a text file/],
  ['a zip archive', 'a.csv', Buffer.from(zip), /not a text file/],
  ['a spreadsheet', 'a.xlsx', Buffer.from(zip), /not a text file/],
  ['another format', 'a.pdf', '%PDF-1.7', /Choose a file/],
  ['6 MB', 'a.csv', 'x'.repeat(6_000_000), /too large/],
  ['one line of 5 MB', 'a.csv', 'x'.repeat(4_900_000), /cannot be read/],
  [
    'one line of 5 MB in a calendar',
    'a.ics',
    `BEGIN:VCALENDAR\nX:${'x'.repeat(4_900_000)}`,
    /Nothing has|nothing/,
  ],
  ['100,000 rows', 'a.csv', manyRows(100_000), /too large/],
  ['nothing', 'a.csv', '', /cannot be read|Choose/],
  ['no calendar', 'a.ics', 'hello', /no BEGIN:VCALENDAR/],
  ['no known columns', 'a.csv', 'a,b\n1,2\n', /The first row must name/],
  ['a calendar of nested components', 'a.ics', nested(50_000), /nothing|refused/],
  ['NUL characters', 'a.csv', 'title,start_date\na\0b,2031-05-01\n', /not a text file/],
];
test.each(HOSTILE)('a file with %s gets a sentence', async (_, name, content, sentence) => {
  const before = await stored();
  const page = await upload(author, name, content);
  expect(page.status).toBeLessThan(500);
  expect(errorIn(page) ?? page.text).toMatch(sentence);
  expect(await stored()).toEqual(before);
});

test('a rule of every second, and rules that never have a date, refuse only their event', async () => {
  const rules = ['FREQ=SECONDLY', 'FREQ=SECONDLY;COUNT=100000000', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31'];
  const file = calendarOf(
    ...rules.map((rule, at) => event(`rule-${at}`, 'DTSTART:20310401T170000Z', `RRULE:${rule}`)),
    event('good', 'DTSTART:20310401T170000Z'),
  );
  const page = await upload(author, 'a.ics', file);
  expect(page.status).toBe(200);
  expect(page.text).toContain('refused');
  expect(rows(page.html)[1]).toMatch(/^Events [1-9]/);
});
