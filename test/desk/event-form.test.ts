import sharp from 'sharp';
import { isRecord, recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import { DeskClient, type DeskResponse, signedIn } from './desk-client.ts';

/** The form of events: it sends what changed to the operations of the APIs, and shows their problems at its fields. */
let world: World;
let editor: DeskClient;

beforeAll(async () => {
  world = await openWorld({ env: { TIMEZONE: 'Europe/Rome', SITE_LANGUAGE: 'de', LOCALE: 'de-DE' } });
  editor = await signedIn(world, 'editor');
});
afterAll(() => world.stop());

const NEW = '/desk/events/new';
const CONCERT = { title: 'Konzert', date: '2031-05-13', time: '20:00', endTime: '22:00' };
const idOf = ({ location, text }: DeskResponse): number => {
  const [, id] = /^\/desk\/events\/(\d+)\?done=saved$/.exec(location ?? '') ?? [];
  if (id === undefined) throw new Error(`not saved: ${location} ${text}`);
  return Number(id);
};
const create = async (
  values: Readonly<Record<string, string | string[]>>,
  client = editor,
): Promise<number> => idOf(await client.submit(NEW, { ...CONCERT, ...values }));
const formOf = (id: number): string => `/desk/events/${id}`;
const read = (id: number) => world.read('event', id);
/** The events of a series, in order of start. */
async function datesIn(id: number): Promise<{ id: number; start: string }[]> {
  const { event } = await world.query(
    `query ($by: EventBy!) { event(by: $by) {
      series { occurrences(filter: { startsFrom: "0001-01-01" }, first: 50) { nodes { databaseId localStart } } }
    } }`,
    world.server.admin,
    { by: { databaseId: id } },
  );
  const series = isRecord(event) && isRecord(event.series) && event.series.occurrences;
  return recordsIn(isRecord(series) && series.nodes).map(({ databaseId, localStart }) => ({
    id: Number(databaseId),
    start: String(localStart),
  }));
}
/** The sentence that a control refers to as its error. */
function errorAt({ html }: DeskResponse, name: string): string | null {
  const control =
    new RegExp(`<(?:input|select|textarea|fieldset)[^>]*\\bid="${name}"[^>]*>`).exec(html)?.[0] ?? '';
  const isMarked = control.startsWith('<fieldset') || control.includes('aria-invalid="true"');
  if (!control.includes(`${name}-error`) || !isMarked) return null;
  return new RegExp(`id="${name}-error">([^<]*)<`).exec(html)?.[1] ?? null;
}
const valueIn = (page: DeskResponse, name: string): string | undefined =>
  page.forms.flatMap(({ fields }) => fields).find(([key]) => key === name)?.[1];

describe('a new event', () => {
  test('is stored with the typed values', async () => {
    const id = await create({
      ...{
        date: '13.5.2031',
        time: '20 Uhr',
        endTime: '22.30',
        cost: '10 EUR, 8 EUR',
        website: 'https://example.org/',
      },
      ...{ venueName: 'Bootshaus', venueCity: 'Rom', organizerName: 'Ruderverein', tags: 'Jazz, Blues' },
      ...{ description: '<p>Laut <b>und</b> gut</p>', excerpt: 'Kurz', isFeatured: 'on' },
    });
    expect(await read(id)).toMatchObject({
      ...{ title: 'Konzert', start_date: '2031-05-13 20:00:00', end_date: '2031-05-13 22:30:00' },
      ...{ status: 'publish', timezone: 'Europe/Rome', all_day: false, featured: true, excerpt: 'Kurz' },
      ...{ venue: { venue: 'Bootshaus', city: 'Rom' }, organizer: [{ organizer: 'Ruderverein' }] },
      ...{ website: 'https://example.org/', description: '<p>Laut <b>und</b> gut</p>' },
    });
    const page = await editor.get(formOf(id));
    expect(page.text).toContain('Veranstaltung bearbeiten');
    expect(valueIn(page, 'tags')).toBe('Blues, Jazz');
    expect((await editor.get(NEW)).text).toContain('Bootshaus, Rom');
  });

  test('may last whole days, in another zone', async () => {
    const id = await create({
      allDay: 'on',
      time: '',
      endTime: '',
      endDate: '2031-05-15',
      zone: 'America/New_York',
    });
    expect(await read(id)).toMatchObject({
      ...{ all_day: true, timezone: 'America/New_York', end_date: '2031-05-15 23:59:59' },
    });
  });

  test('is made once, although its form is sent twice', async () => {
    const page = await editor.get(NEW);
    const first = await editor.resubmit(NEW, page, CONCERT);
    const second = await editor.resubmit(NEW, page, { ...CONCERT, title: 'Noch einmal' });
    expect(idOf(second)).toBe(idOf(first));
  });

  test('with unreadable values is not stored; each has a sentence in German, and nothing typed is lost', async () => {
    const before = await world.counts();
    const page = await editor.submit(NEW, {
      ...CONCERT,
      date: '31.2.',
      endTime: '',
      title: '',
      description: 'Lang & breit',
    });
    expect(page.status).toBe(400);
    expect(errorAt(page, 'date')).toBe('Schreiben Sie einen Tag wie 12.06.2027.');
    expect(errorAt(page, 'title')).toBe('Füllen Sie dieses Feld aus.');
    expect(errorAt(page, 'endTime')).toBe('Schreiben Sie eine Uhrzeit wie 19:30.');
    expect(page.html).toContain('name="date" type="text" value="31.2."');
    expect(valueIn(page, 'description')).toBe('Lang & breit');
    expect(await world.counts()).toEqual(before);
  });

  test.each([
    ['title', { title: '' }],
    ['endTime', { endTime: '19:00' }],
    ['zone', { zone: 'Europe/Nowhere' }],
    ['website', { website: 'javascript:alert(1)' }],
    ['onlineUrl', { onlineUrl: 'nirgends' }],
    ['venueName', { venueCity: 'Rom' }],
    ['tags', { tags: 'x'.repeat(300) }],
    ['published', { published: 'bald' }],
    ['repeat', { repeat: 'WEEKLY', weekdays: ['MO'] }],
    ['repeat', { repeat: 'DAILY', ends: 'until', until: '2031-05-01' }],
    ['exceptions', { repeat: 'DAILY', ends: 'count', count: '2', exceptions: '2031-12-24' }],
  ])('that the service refuses has the sentence at %s', async (name, values) => {
    const page = await editor.submit(NEW, { ...CONCERT, ...values });
    expect(page.status).toBe(400);
    expect(errorAt(page, name)).toMatch(/\.$/);
  });

  test('lists its errors in the order of the fields', async () => {
    const series = { repeat: 'WEEKLY', ends: 'count', count: '', exceptions: 'morgen' };
    const { html } = await editor.submit(NEW, { ...CONCERT, ...series });
    const links = [...html.matchAll(/<li><a href="#(\w+)">/g)].map(([, name]) => name);
    expect(links).toEqual(['count', 'exceptions']);
  });

  test('can be online before its address is known', async () => {
    const id = await create({ isOnline: 'on' });
    expect(await read(id)).toMatchObject({ is_virtual: true });
    await editor.submit(`/desk/events/${id}`, { isOnline: [] });
    expect(await read(id)).toMatchObject({ is_virtual: false });
  });

  test('can be a copy', async () => {
    const id = await create({
      title: 'Vorlage',
      repeat: 'DAILY',
      ends: 'count',
      count: '2',
      cost: '5 EUR',
      organizerName: 'Chor',
    });
    const copy = await editor.get(`${NEW}?copy=${id}`);
    const copied = idOf(await editor.resubmit(NEW, copy, {}));
    expect(copied).not.toBe(id);
    const record = await read(copied);
    expect(record).toMatchObject({ title: 'Vorlage', status: 'draft', organizer: [{ organizer: 'Chor' }] });
    expect(record).not.toHaveProperty('recurrence');
  });
});

describe('a change', () => {
  test('of one word changes only that', async () => {
    const id = await create({ title: 'Konzrt', description: 'Eine Zeile\r\nund noch eine' });
    const before = await read(id);
    expect(idOf(await editor.submit(formOf(id), { title: 'Konzert' }))).toBe(id);
    const { modified: _m, modified_utc: _u, title, json_ld: _j, ...others } = await read(id);
    expect(title).toBe('Konzert');
    expect(before).toMatchObject(others);
  });

  test('by two people at once is shown, and not lost; saving again replaces it', async () => {
    const id = await create({});
    const page = await editor.get(formOf(id));
    await world.change('REST', 'event', id, { title: 'Umbenannt <b>', venue: { venue: 'Halle' } });
    const conflict = await editor.resubmit(formOf(id), page, { title: 'Mein Titel' });
    expect(conflict.status).toBe(409);
    expect(conflict.html).toContain('id="title-stored"');
    expect(conflict.text).toMatch(/Umbenannt/);
    expect(conflict.text).toContain('Halle');
    expect(valueIn(conflict, 'title')).toBe('Mein Titel');
    expect((await read(id)).title).toBe('Umbenannt');
    idOf(await editor.resubmit(formOf(id), conflict, {}));
    expect((await read(id)).title).toBe('Mein Titel');
  });

  test('survives the end of the session', async () => {
    const id = await create({});
    const client = await signedIn(world, 'editor', 'sleepy');
    const page = await client.get(formOf(id));
    client.cookie = null;
    const ended = await client.resubmit(formOf(id), page, { title: 'Lange getippt' });
    expect(ended.status).toBe(401);
    client.cookie = editor.cookie;
    const resumed = await client.resubmit(formOf(id), ended, {}, 'none');
    expect(resumed.text).toContain('Sie sind wieder angemeldet');
    expect(valueIn(resumed, 'title')).toBe('Lange getippt');
    expect((await read(id)).title).toBe('Konzert');
    idOf(await client.resubmit(formOf(id), resumed, {}));
    expect((await read(id)).title).toBe('Lange getippt');
  });

  test('that fails after one that was saved is not reported as saved', async () => {
    const saved = await editor.submit(NEW, CONCERT);
    const path = saved.location ?? '';
    const page = await editor.get(path);
    expect(page.text).toContain('Gespeichert.');
    const failed = await editor.resubmit(path, page, { title: '' });
    expect([errorAt(failed, 'title'), failed.text.includes('Gespeichert.')]).toEqual([
      'Füllen Sie dieses Feld aus.',
      false,
    ]);
  });

  test('keeps links to records that the form does not list', async () => {
    const id = await create({ title: 'Viele', venueName: 'Zuletzt', organizerName: 'Zuletzt' });
    for (const name of ['A', 'B', 'C']) {
      await world.make('venue', { venue: name });
      await world.make('organizer', { organizer: name });
    }
    const small = await world.beside({ PER_PAGE: '2', MAX_PER_PAGE: '2' });
    const client = new DeskClient(small);
    client.cookie = editor.cookie;
    const page = await client.get(formOf(id));
    expect(page.html).toMatch(/<option value="\d+" selected>Zuletzt</);
    expect(page.html).toContain('<datalist id="organizer-names">');
    idOf(await client.resubmit(formOf(id), page, { organizerName: 'C' }));
    await small.stop();
    const { venue, organizer } = await read(id);
    expect(venue).toMatchObject({ venue: 'Zuletzt' });
    expect(recordsIn(organizer).map((one) => one.organizer)).toEqual(['Zuletzt', 'C']);
  });

  test('keeps the other venues', async () => {
    const { id } = await world.make('event', {
      ...{ title: 'Lauf', start_date: '2031-06-01 10:00', end_date: '2031-06-01 12:00' },
      venue: [{ venue: 'Start' }, { venue: 'Ziel' }],
    });
    idOf(await editor.submit(formOf(id), { venueName: 'Neuer Start' }));
    const { venue } = await read(id);
    expect(recordsIn(venue).map((one) => one.venue)).toEqual(['Neuer Start', 'Ziel']);
  });
});

describe('a series', () => {
  const course = {
    title: 'Kurs',
    repeat: 'WEEKLY',
    weekdays: ['TU'],
    ends: 'count',
    count: '4',
    exceptions: '20.5.2031',
  };

  test('is made by choice, with an exception', async () => {
    const id = await create(course);
    expect(await read(id)).toMatchObject({
      ...{
        recurrence: 'FREQ=WEEKLY;COUNT=4;BYDAY=TU',
        recurrence_exceptions: ['2031-05-20 20:00:00'],
      },
    });
    expect((await datesIn(id)).map(({ start }) => start)).toEqual([
      '2031-05-13 20:00:00',
      '2031-05-27 20:00:00',
      '2031-06-03 20:00:00',
    ]);
  });

  test('shows its dates before it is stored', async () => {
    const before = await world.counts();
    const page = await editor.submit(NEW, { ...CONCERT, ...course, count: '20' }, 'dates');
    expect(page.text).toContain('19 Termine');
    expect(page.text).toContain('Dienstag, 13. Mai 2031');
    expect(page.text).not.toContain('20. Mai 2031');
    expect(page.text).toContain('…');
    const none = await editor.submit(NEW, { ...CONCERT, repeat: 'none' }, 'dates');
    expect(errorAt(none, 'repeat')).toBe('Wählen Sie zuerst eine Wiederholung.');
    const open = await editor.submit(NEW, { ...CONCERT, repeat: 'NTH' }, 'dates');
    expect(open.text).toContain('Termine ohne Ende');
    expect(open.text).toContain('Dienstag, 10. Juni 2031');
    expect(await world.counts()).toEqual(before);
  });

  test('changes one event, this and the following ones, or all', async () => {
    const id = await create({ ...course, exceptions: '' });
    const [, second, third] = await datesIn(id);
    const page = await editor.get(formOf(Number(second?.id)));
    expect(page.html).not.toContain('name="repeat"');
    expect(page.html).toContain(`/desk/events/${id}"`);
    idOf(await editor.submit(formOf(Number(second?.id)), { title: 'Nur einer' }));
    expect(await read(Number(second?.id))).toMatchObject({ title: 'Nur einer', is_detached: true });
    idOf(
      await editor.submit(formOf(Number(third?.id)), { time: '21:00', endTime: '23:00', scope: 'FOLLOWING' }),
    );
    expect(await read(Number(third?.id))).toMatchObject({
      start_date: '2031-05-27 21:00:00',
      is_detached: false,
    });
    idOf(await editor.submit(formOf(id), { description: 'Neu', scope: 'ALL' }));
    expect(await read(id)).toMatchObject({ description: 'Neu', start_date: '2031-05-13 20:00:00' });
  });

  test('with another repetition asks for which events, and moves with its day', async () => {
    const id = await create({ ...course, repeat: 'NTH', exceptions: '' });
    const alone = await editor.submit(formOf(id), { count: '5' });
    expect(errorAt(alone, 'scope')).toMatch(/Wiederholung gilt für mehrere/);
    idOf(await editor.submit(formOf(id), { date: '2031-05-14', endDate: '2031-05-14', scope: 'ALL' }));
    expect(await read(id)).toMatchObject({ recurrence: 'FREQ=MONTHLY;COUNT=4;BYDAY=2WE' });
    idOf(await editor.submit(formOf(id), { repeat: 'none', scope: 'ALL' }));
    expect(await read(id)).not.toHaveProperty('recurrence');
  });

  test('with a rule without controls keeps it', async () => {
    const { id } = await world.make('event', {
      ...{ title: 'Eigen', start_date: '2031-05-13 18:00', end_date: '2031-05-13 20:00' },
      recurrence: 'FREQ=MONTHLY;BYDAY=2TU,4TU;COUNT=4',
    });
    const page = await editor.get(formOf(id));
    expect(valueIn(page, 'repeat')).toBe('own');
    expect((await editor.resubmit(formOf(id), page, {}, 'dates')).text).toContain('4 Termine');
    idOf(await editor.resubmit(formOf(id), page, { title: 'Eigenes', scope: 'ALL' }));
    expect(await read(id)).toMatchObject({ recurrence: 'FREQ=MONTHLY;COUNT=4;BYDAY=2TU,4TU' });
  });
});

describe('a picture', () => {
  const png = async (): Promise<File> => {
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'navy' } })
      .png()
      .toBuffer();
    return new File([new Uint8Array(bytes)], 'boot.png', { type: 'image/png' });
  };

  test('survives an error in another field, and is kept, described anew and removed', async () => {
    const wrong = await editor.submit(NEW, { ...CONCERT, title: '', alt: 'Ein Boot' }, 'save', await png());
    expect(wrong.html).toMatch(/<img src="http[^"]*\/images\/\w+\.webp"/);
    const id = idOf(await editor.resubmit(NEW, wrong, { title: 'Mit Bild' }));
    const image = async () => {
      const { event } = await world.query(
        'query ($by: EventBy!) { event(by: $by) { image { databaseId url alt } } }',
        world.server.admin,
        { by: { databaseId: id } },
      );
      return isRecord(event) ? event.image : undefined;
    };
    const first = await image();
    expect(first).toMatchObject({ alt: 'Ein Boot' });
    idOf(await editor.submit(formOf(id), { title: 'Immer noch mit Bild' }));
    expect(await image()).toEqual(first);
    idOf(await editor.submit(formOf(id), { alt: 'Ein rotes Boot' }));
    expect(await image()).toMatchObject({ alt: 'Ein rotes Boot', url: isRecord(first) && first.url });
    const tooLong = await editor.submit(formOf(id), { alt: 'x'.repeat(1001) });
    expect(errorAt(tooLong, 'alt')).toMatch(/zu lang/);
    idOf(await editor.submit(formOf(id), { removeImage: 'on' }));
    expect(await image()).toBeNull();
  });

  test('of a false type is refused at its field', async () => {
    const before = await world.counts();
    const file = new File(['<svg onload="alert(1)"/>'], 'boot.png', { type: 'image/png' });
    const page = await editor.submit(NEW, CONCERT, 'save', file);
    expect([page.status, errorAt(page, 'picture')]).toEqual([400, expect.stringMatching(/JPEG, PNG/)]);
    expect(await world.counts()).toEqual(before);
  });

  test('at another address is only for roles with the right to publish', async () => {
    const id = await create({ imageUrl: 'https://pictures.example/boot.jpg' });
    expect(await read(id)).toMatchObject({ image: { url: 'https://pictures.example/boot.jpg' } });
    expect(errorAt(await editor.submit(formOf(id), { imageUrl: 'boot.jpg' }), 'imageUrl')).not.toBeNull();
  });
});

describe('the preview', () => {
  test('shows the page with the changes, and stores nothing', async () => {
    const id = await create({});
    const before = [await world.counts(), await read(id)];
    const values = {
      title: 'Vorschau <i>',
      venueName: 'Neues Haus',
      description: '<p>Text<script>alert(1)</script></p>',
    };
    for (const path of [formOf(id), NEW]) {
      const page = await editor.submit(path, { ...CONCERT, ...values }, 'preview');
      expect(page.status).toBe(200);
      expect(page.headers.get('cache-control')).toContain('no-store');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(page.headers.get('content-security-policy')).not.toContain('script-src');
      expect(page.html).toContain('<article class="record">');
      expect(page.html).not.toContain('<script');
      expect(page.text).toContain('Neues Haus');
      const back = await editor.resubmit(path, page, {}, 'edit');
      expect(valueIn(back, 'description')).toBe(values.description);
      expect(valueIn(back, 'venueName')).toBe('Neues Haus');
      expect([await world.counts(), await read(id)]).toEqual(before);
    }
    const page = await editor.submit(formOf(id), { title: 'Aus der Vorschau' }, 'preview');
    idOf(await editor.resubmit(formOf(id), page, {}));
    expect((await read(id)).title).toBe('Aus der Vorschau');
  });

  test('of wrong values shows the form with their errors', async () => {
    const page = await editor.submit(NEW, { ...CONCERT, title: '', endTime: '' }, 'preview');
    expect(errorAt(page, 'endTime')).not.toBeNull();
    expect(
      errorAt(await editor.submit(NEW, { ...CONCERT, website: 'x' }, 'preview'), 'website'),
    ).not.toBeNull();
  });
});

describe('rights', () => {
  test('contributors submit for review, and cannot publish or use new tags', async () => {
    const contributor = await signedIn(world, 'contributor');
    const page = await contributor.get(NEW);
    expect(valueIn(page, 'status')).toBe('pending');
    expect(page.html).not.toContain('name="imageUrl"');
    expect(page.html).not.toContain('value="publish"');
    const id = idOf(await contributor.resubmit(NEW, page, { ...CONCERT, status: 'publish' }));
    expect(await read(id)).toMatchObject({ status: 'pending' });
    const refused = await contributor.submit(formOf(id), { tags: 'ganz neu' });
    expect(errorAt(refused, 'tags')).toMatch(/Nur vorhandene/);
  });

  test('events of other people are closed', async () => {
    const author = await signedIn(world, 'author');
    const published = await create({});
    const draft = await create({ status: 'draft' });
    for (const [id, status] of [
      [published, 403],
      [draft, 403],
      [999_999, 404],
    ] as const) {
      expect((await author.get(formOf(id))).status).toBe(status);
      expect((await author.post(formOf(id), { ...CONCERT, title: 'Meins', do: 'save' })).status).toBe(status);
    }
    expect((await author.get(`${NEW}?copy=${draft}`)).status).toBe(403);
  });

  test('a role that lost its rights meanwhile gets one sentence', async () => {
    const author = await signedIn(world, 'author');
    const id = await create(CONCERT, author);
    const page = await author.get(formOf(id));
    await world.query(
      'mutation ($by: UserBy!) { updateUser(by: $by, input: { role: SUBSCRIBER }) { user { databaseId } } }',
      world.server.admin,
      { by: { databaseId: author.userId } },
    );
    const refused = await author.resubmit(formOf(id), page, { title: 'Trotzdem' });
    expect([refused.status, refused.text.includes('Ihre Rolle erlaubt das nicht')]).toEqual([403, true]);
    expect((await author.get(NEW)).status).toBe(403);
    expect((await read(id)).title).toBe('Konzert');
  });
});

test('hostile texts stay text', async () => {
  const evil = '"><script>alert(1)</script>';
  const id = await create({
    title: `Titel ${evil}`,
    venueName: `Ort ${evil}`,
    organizerName: `Wer ${evil}`,
    description: evil,
  });
  const wrong = await editor.submit(formOf(id), {
    title: evil,
    cost: evil,
    time: evil,
    exceptions: evil,
    venue: evil,
  });
  const image = await editor.post(NEW, {
    ...CONCERT,
    image: '1',
    imageShown: `javascript:${evil}`,
    describedAs: '',
    do: 'none',
  });
  for (const page of [await editor.get(formOf(id)), await editor.get(NEW), wrong, image])
    expect(page.html).not.toMatch(/<script>alert|src="javascript/);
  expect(isRecord(await read(id))).toBe(true);
});
