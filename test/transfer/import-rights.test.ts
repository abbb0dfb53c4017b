import type { FileImporter, ImportReport } from '../../src/api/desk/importer.ts';
import { loadConfig } from '../../src/app/config.ts';
import { schemasOf } from '../../src/app/schemas.ts';
import type { Role } from '../../src/domain/access/role.ts';
import type { Context } from '../../src/domain/context/context.ts';
import { deleteOldUploads } from '../../src/domain/uploads/uploads.ts';
import { kysely } from '../../src/platform/postgres/orm.ts';
import { createFileImporter, type ImportLimits } from '../../src/transfer/file/file-importer.ts';
import { commandContext } from '../../src/transfer/import/operations.ts';
import { openWorld, type World } from '../support/world.ts';
import { calendarOf, vevent } from './ics-files.ts';

/** Imports of uploaded files, with the rights of their users. */
const HOST = 'ours.example.net';
const config = loadConfig({ BASE_URL: `https://${HOST}` });
const importerWith = (limits: Partial<ImportLimits> = {}): FileImporter =>
  createFileImporter(schemasOf(config.settings), { host: HOST, limits });
const importer = importerWith();

let world: World;
beforeEach(async () => {
  world = await openWorld({ roles: true, env: { BASE_URL: `https://${HOST}` } });
});
afterEach(() => world.stop());

const NOW = new Date('2031-03-14T12:00:00Z');
const HOUR_LATER = new Date('2031-03-14T13:00:00Z');

async function contextOf(role: Role, signal?: AbortSignal, now = NOW): Promise<Context> {
  const context = await commandContext(world.server.orm, config, now);
  return { ...context, caller: { id: world.ids[role], login: role, role }, signal };
}

const file = (name: string, text: string) => ({ name, content: Buffer.from(text) });
const ics = (...lines: string[]) => file('a.ics', calendarOf(...lines));
const concert = (...lines: string[]): string =>
  vevent('UID:one@there.example', 'DTSTART:20310401T170000Z', 'DTEND:20310401T190000Z', ...lines);

/** Imports a file after its preview, which must report the same and store nothing. */
async function take(role: Role, upload: ReturnType<typeof file>, by = importer): Promise<ImportReport> {
  const context = await contextOf(role);
  const before = await stored();
  const { key, ...preview } = await by.preview(context, upload);
  expect(await stored()).toEqual(before);
  const report = await by.run(await contextOf(role), key);
  expect(report).toEqual(preview);
  await world.settled();
  if (report === null) throw new Error('the upload is gone');
  return report;
}

interface Row {
  id: number;
  title: string;
  status: string;
  author_id: number;
}
const stored = (): Promise<Row[]> =>
  world.server.orm.em.fork().execute('select id, title, status, author_id, lineage from event order by id');

const EVENT = {
  title: 'Theirs',
  start_date: '2031-04-01 17:00',
  end_date: '2031-04-01 19:00',
  timezone: 'UTC',
};

test.each([
  ['contributor', 'pending'],
  ['author', 'publish'],
  ['editor', 'publish'],
  ['administrator', 'publish'],
] as const)(
  'events that a %s imports are theirs, with the status %s, also in a second run',
  async (role, status) => {
    const upload = ics(concert('SUMMARY:Concert'));
    expect(await take(role, upload)).toMatchObject({ counts: { event: { created: 1 } }, refused: [] });
    expect(await stored()).toMatchObject([{ title: 'Concert', status, author_id: world.ids[role] }]);
    expect(await take(role, upload)).toMatchObject({
      counts: { event: { created: 0, unchanged: 1 } },
      refused: [],
    });
  },
);

test('a subscriber cannot import', async () => {
  const context = await contextOf('subscriber');
  const upload = ics(concert('SUMMARY:Concert'));
  await expect(importer.preview(context, upload)).rejects.toMatchObject({ status: 403 });
  await expect(importer.run(context, 'x')).rejects.toMatchObject({ status: 403 });
  expect(await stored()).toEqual([]);
});

test.each(['contributor', 'author'] as const)(
  'a %s cannot create terms or name another author',
  async (role) => {
    const rows = [`Tagged,2031-04-01,new,${world.ids.editor}`, `Plain,2031-04-03,,${world.ids.editor}`];
    const { refused, notes } = await take(
      role,
      file('a.csv', ['title,start_date,tags,author', ...rows].join('\n')),
    );
    expect(refused).toMatchObject([{ what: 'Tagged', at: 'line 2' }]);
    expect(notes).toEqual(['Ignored columns: author']);
    expect(await stored()).toMatchObject([{ title: 'Plain', author_id: world.ids[role] }]);
  },
);

test.each(['contributor', 'author'] as const)('a %s changes no record of another author', async (role) => {
  await world.make('event', { ...EVENT, slug: 'theirs' });
  const [published] = await stored();
  await take('editor', ics(concert('SUMMARY:By its UID')));
  const before = await stored();
  const reports = [
    await take(
      role,
      file('slug.csv', 'title,slug,start_date,end_date\nMine,theirs,2031-04-01 17:00,2031-04-01 19:00'),
    ),
    await take(role, file('name.csv', 'title,start_date,end_date\nTheirs,2031-04-01 17:00,2031-04-01 19:00')),
    await take(role, ics(concert('SUMMARY:Mine'))),
    await take(
      role,
      ics(vevent(`UID:${HOST}?id=${published?.id}`, 'DTSTART:20310401T170000Z', 'SUMMARY:Mine')),
    ),
  ];
  for (const { counts, refused } of reports) {
    expect(counts).toEqual({});
    expect(refused).toMatchObject([{ reason: 'You are not allowed to do that.' }]);
  }
  expect(await stored()).toEqual(before);
});

test('drafts of others are neither disclosed nor changed: their names, slugs and ids are free', async () => {
  await take('editor', ics(concert('SUMMARY:Theirs')));
  const [draft] = await stored();
  await world.change('REST', 'event', draft?.id ?? 0, { status: 'draft', slug: 'theirs' });
  await world.make('event', { ...EVENT, slug: 'theirs-too', status: 'draft' });
  await world.settled();
  const before = await stored();
  const reports = [
    await take(
      'contributor',
      file('slug.csv', 'title,slug,start_date,end_date\nTheirs,theirs,2031-04-01 17:00,2031-04-01 19:00'),
    ),
    await take(
      'author',
      file('name.csv', 'title,start_date,end_date\nTheirs,2031-04-01 17:00,2031-04-01 19:00'),
    ),
    await take('contributor', ics(concert('SUMMARY:Theirs'))),
  ];
  for (const report of reports)
    expect(report).toMatchObject({ counts: { event: { created: 1, unchanged: 0 } }, refused: [] });
  expect((await stored()).slice(0, before.length)).toEqual(before);
  // The file of the editor still belongs to the event of the editor.
  const again = await take('editor', ics(concert('SUMMARY:Theirs, later')));
  expect(again).toMatchObject({ counts: { event: { changed: 1, created: 0 } } });
  expect(await stored()).toContainEqual(expect.objectContaining({ id: draft?.id, title: 'Theirs, later' }));
});

test('an id of this calendar cannot be claimed for another event, whether it exists, is hidden or comes later', async () => {
  const { id } = await world.make('event', { ...EVENT, status: 'draft' });
  const before = await stored();
  const own = (n: number) => ics(vevent(`UID:${HOST}?id=${n}`, 'DTSTART:20310401T170000Z', 'SUMMARY:Mine'));
  for (const n of [id, id + 100]) {
    const { counts, refused } = await take('author', own(n));
    expect({ counts, refused }).toMatchObject({
      counts: {},
      refused: [{ reason: 'has the id of another record of this calendar' }],
    });
  }
  expect(await stored()).toEqual(before);
});

test('a location links no venue that the user may not read', async () => {
  await world.make('venue', { venue: 'Secret hall', status: 'draft' });
  await take('contributor', ics(concert('SUMMARY:Concert', 'LOCATION:Secret hall')));
  const venues: unknown[] = await world.server.orm.em
    .fork()
    .execute('select name, author_id, status from venue order by id');
  expect(venues).toEqual([
    expect.objectContaining({ status: 'draft' }),
    expect.objectContaining({ author_id: world.ids.contributor, status: 'draft' }),
  ]);
});

test('a contributor changes no own event once it is published', async () => {
  await take('contributor', ics(concert('SUMMARY:Concert')));
  const [event] = await stored();
  await world.change('REST', 'event', event?.id ?? 0, { status: 'publish' });
  await world.settled();
  const { refused } = await take('contributor', ics(concert('SUMMARY:Later')));
  expect(refused).toMatchObject([{ what: 'Later', reason: 'You are not allowed to do that.' }]);
  expect(await stored()).toMatchObject([{ title: 'Concert' }]);
});

test('dates of a series of another author are refused', async () => {
  const series = (title: string, ...more: string[]) =>
    ics(concert(`SUMMARY:${title}`, 'RRULE:FREQ=WEEKLY;COUNT=3'), ...more);
  expect(await take('editor', series('Course'))).toMatchObject({ series: 1 });
  const before = await stored();
  const moved = vevent(
    ...[
      'UID:one@there.example',
      'RECURRENCE-ID:20310408T170000Z',
      'DTSTART:20310409T170000Z',
      'SUMMARY:Moved',
    ],
  );
  const { counts, refused } = await take('author', series('Taken over', moved));
  expect(counts).toEqual({});
  expect(refused).toHaveLength(2);
  expect(await stored()).toEqual(before);
});

test.each([
  ['too many records', 'too-many', { maxRecords: 2 }],
  ['a preview that takes too long', 'too-slow', { previewMs: -1 }],
  ['a file that takes too long to read', 'too-slow', { readMs: 0 }],
] as const)('%s are refused, and nothing is stored', async (_, reason, limits) => {
  const context = await contextOf('author');
  const upload = ics(
    ...['a', 'b', 'c'].flatMap((uid) => vevent(`UID:${uid}`, 'DTSTART:20310401T170000Z', `SUMMARY:${uid}`)),
  );
  await expect(importerWith(limits).preview(context, upload)).rejects.toMatchObject({ reason });
  expect(await stored()).toEqual([]);
  expect(await importer.run(context, 'x')).toBeNull();
});

test('a user imports one file at a time, and a process two', async () => {
  const upload = ics(concert('SUMMARY:Concert'));
  const first = importer.preview(await contextOf('author'), upload);
  await expect(importer.preview(await contextOf('author'), upload)).rejects.toMatchObject({ status: 429 });
  const second = importer.preview(await contextOf('editor'), upload);
  await expect(importer.preview(await contextOf('contributor'), upload)).rejects.toMatchObject({
    status: 503,
  });
  await Promise.all([first, second]);
  await importer.preview(await contextOf('contributor'), upload);
});

test('an import stops when the client disconnects', async () => {
  const controller = new AbortController();
  const context = await contextOf('author', controller.signal);
  const preview = importer.preview(context, ics(concert('SUMMARY:Concert')));
  controller.abort();
  await expect(preview).rejects.toThrow();
  expect(await stored()).toEqual([]);
});

test('a run imports only the file of its preview, once, and of its user', async () => {
  const { key } = await importer.preview(await contextOf('author'), ics(concert('SUMMARY:First')));
  expect(await importer.run(await contextOf('editor'), key)).toBeNull();
  await importer.preview(await contextOf('author'), ics(concert('SUMMARY:Second')));
  expect(await importer.run(await contextOf('author'), key)).toBeNull();
  expect(await stored()).toEqual([]);
  const { key: again } = await importer.preview(await contextOf('author'), ics(concert('SUMMARY:First')));
  await importer.discard(await contextOf('author'));
  expect(await importer.run(await contextOf('author'), again)).toBeNull();
});

test('old programs write other encodings', async () => {
  const text = 'title;start_date\nCafé;2031-04-01\n';
  await take('author', { name: 'a.csv', content: Buffer.from(text, 'latin1') });
  await take('author', {
    name: 'b.csv',
    content: Buffer.from(`\uFEFF${text.replace('01', '02')}`, 'utf16le'),
  });
  expect((await stored()).map(({ title }) => title)).toEqual(['Café', 'Café']);
});

test('an upload is kept for an hour', async () => {
  const { key } = await importer.preview(await contextOf('author'), ics(concert('SUMMARY:Concert')));
  expect(await importer.run(await contextOf('author', undefined, HOUR_LATER), key)).toBeNull();
  const db = kysely(world.server.orm.em.fork());
  const count = async () => (await db.selectFrom('upload').select('user_id').execute()).length;
  await deleteOldUploads(db, NOW);
  expect(await count()).toBe(1);
  await deleteOldUploads(db, HOUR_LATER);
  expect(await count()).toBe(0);
});
