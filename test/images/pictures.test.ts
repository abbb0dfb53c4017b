import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { deleteUnusedPictures } from '../../src/domain/images/unused-pictures.ts';
import { kysely } from '../../src/platform/postgres/orm.ts';
import { openWorld, type World } from '../support/world.ts';
import { jpeg, plain, post, upload } from './uploads.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

const load = async (url: unknown, init: RequestInit = {}): Promise<Response> => fetch(String(url), init);
const bytesOf = async (url: unknown): Promise<Buffer> => Buffer.from(await (await load(url)).arrayBuffer());
const narrow = (url: unknown): string => String(url).replace('.webp', '-640.webp');

test.each([
  ['JPEG', () => plain().jpeg()],
  ['PNG', () => plain(2_000, 1_000, 'snow').png()],
  ['WebP', () => plain(2_000, 1_000, 'peru').webp()],
  ['AVIF', () => plain(2_000, 1_000, 'violet').avif({ effort: 0 })],
] as const)('%s becomes WebP in two widths', async (_name, make) => {
  const { status, body, headers } = await upload(world, await make().toBuffer(), 'A wall');
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(Number),
    url: expect.stringMatching(/^http:.*\/images\/[0-9a-f]{64}\.webp$/),
    extension: 'webp',
    alt: 'A wall',
    width: 1600,
    height: 800,
  });
  expect(headers.get('location')).toBe(body.url);
  const wide = await bytesOf(body.url);
  expect(createHash('sha256').update(wide).digest('hex')).toBe(/(\w+)\.webp$/.exec(String(body.url))?.[1]);
  expect(await sharp(wide).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 });
  expect(await sharp(await bytesOf(narrow(body.url))).metadata()).toMatchObject({ width: 640, height: 320 });
});

test('the id of a picture of a draft says nothing to other authors', async () => {
  const { body } = await upload(world, await jpeg('maroon'), 'The secret guest', 'author');
  const create = (image: unknown, as: 'author' | 'contributor' | 'editor', status = 'draft') =>
    world.create(
      'REST',
      'event',
      { title: 'Guest', start_date: '2031-05-01', end_date: '2031-05-01', image, status },
      as,
    );
  const draft = await create(body.id, 'author');
  expect(draft.status).toBe(201);
  const unknown = await create(99_999, 'contributor');
  expect(await create(body.id, 'contributor')).toEqual(unknown);
  expect(unknown.status).toBe(400);
  expect((await create(body.id, 'editor')).status).toBe(201);
  // Its URL cannot be guessed.
  expect((await create(body.url, 'contributor')).status).toBe(201);
  await create(body.id, 'author', 'publish');
  expect((await create(body.id, 'contributor')).status).toBe(201);
});

test('a small picture is not enlarged, and has the same two versions', async () => {
  const { body } = await upload(world, await plain(300, 100).png().toBuffer());
  expect(body).toMatchObject({ width: 300, height: 100 });
  expect(await bytesOf(narrow(body.url))).toEqual(await bytesOf(body.url));
});

test('an extremely tall picture fits into WebP', async () => {
  const { body } = await upload(world, await plain(1_000, 40_000).png().toBuffer());
  expect(body).toMatchObject({ width: 120, height: 4800 });
});

test('a picture is turned upright and loses its metadata', async () => {
  const bytes = await plain(600, 300)
    .jpeg()
    .withExif({
      IFD0: { Copyright: 'SECRET-OWNER' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 53/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-XMP</x:xmpmeta>')
    .toBuffer();
  expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 6, exif: expect.anything() });
  const { body } = await upload(world, bytes);
  expect(body).toMatchObject({ width: 300, height: 600 });
  for (const url of [body.url, narrow(body.url)]) {
    const stored = await bytesOf(url);
    const { exif, xmp, icc, orientation, space } = await sharp(stored).metadata();
    expect({ exif, xmp, icc, orientation, space }).toEqual({ space: 'srgb' });
    expect(stored.includes('SECRET')).toBe(false);
  }
});

test('only the first image of an animation is kept', async () => {
  const frames = await Promise.all(['red', 'blue'].map((color) => plain(50, 50, color).png().toBuffer()));
  const { body } = await upload(
    world,
    await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer(),
  );
  const stored = sharp(await bytesOf(body.url));
  expect((await stored.metadata()).pages).toBeUndefined();
  expect((await stored.stats()).dominant.r).toBeGreaterThan(200);
});

test('the same picture with the same text is the same image', async () => {
  const bytes = await jpeg('navy');
  const first = await upload(world, bytes, 'Sea');
  const again = await upload(world, bytes, ' Sea ');
  const other = await upload(world, bytes, 'Sky');
  const [none, , raw] = [
    await upload(world, bytes),
    0,
    await post(world, bytes, { 'content-type': 'image/jpeg' }),
  ];
  expect([first.status, again.status, other.status, none.status, raw.status]).toEqual([
    201, 200, 201, 201, 200,
  ]);
  expect(again.body).toEqual(first.body);
  expect(other.body.id).not.toBe(first.body.id);
  expect(other.body.url).toBe(first.body.url);
  expect(none.body).not.toHaveProperty('alt');
  expect(raw.body).toEqual(none.body);
});

test('concurrent uploads of a picture make one image', async () => {
  const bytes = await jpeg('maroon');
  const made = await Promise.all([1, 2, 3, 4].map(() => upload(world, bytes)));
  expect(made.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
});

test('a raw body takes the text from the query', async () => {
  const type = { 'content-type': 'image/png' };
  const { status, body } = await post(
    world,
    await jpeg('gold'),
    type,
    'editor',
    '?alt=Gold%20leaf&_fields=alt',
  );
  expect([status, body]).toEqual([201, { alt: 'Gold leaf' }]);
});

test.each([
  ['administrator', 201],
  ['editor', 201],
  ['author', 201],
  ['contributor', 201],
  ['subscriber', 403],
  ['anonymous', 401],
] as const)('%s: %d', async (role, status) => {
  const answer = await upload(world, await jpeg('olive'), role, role);
  expect(answer.status).toBe(status);
  if (status !== 201) expect(answer.body.code).toBe('rest_forbidden');
});

test('a contributor uses an uploaded picture by its id or its URL', async () => {
  const { body } = await upload(world, await jpeg('pink'), 'Pink', 'contributor');
  const event = { title: 'Show', start_date: '2031-05-01', end_date: '2031-05-01' };
  for (const image of [body.id, body.url]) {
    const made = await world.make('event', { ...event, image }, 'contributor');
    expect(made.image).toEqual(body);
    // The record as it was read changes nothing.
    const sent = await world.change('REST', 'event', made.id, { image: made.image }, 'contributor');
    expect(sent.body.image).toEqual(body);
    const byUrl = await world.change('GraphQL', 'event', made.id, { image: body.url }, 'contributor');
    expect(byUrl.body.image).toEqual(body);
  }
});

test('GraphQL shows the text and the size; a picture elsewhere has none', async () => {
  const { body } = await upload(world, await jpeg('lime'), 'Lime');
  const inside = await world.make('venue', { venue: 'Inside', image: body.id });
  const outside = await world.make('venue', { venue: 'Outside', image: 'https://pictures.example/a.png' });
  const image = async (id: number) =>
    world.query(`{ venue(by: { databaseId: ${id} }) { image { url alt width height extension } } }`);
  expect(await image(inside.id)).toEqual({
    venue: { image: { url: body.url, alt: 'Lime', width: 400, height: 200, extension: 'webp' } },
  });
  expect(await image(outside.id)).toMatchObject({
    venue: { image: { alt: null, width: null, height: null } },
  });
  expect(outside.image).toEqual({
    id: expect.any(Number),
    url: 'https://pictures.example/a.png',
    extension: 'png',
  });
});

test('a new venue with the same name and picture is the existing one', async () => {
  const { body } = await upload(world, await jpeg('plum'));
  const event = { title: 'Twice', start_date: '2031-05-01', end_date: '2031-05-01' };
  const venue = { venue: 'Twin Hall', image: body.url };
  const [one, other] = [
    await world.make('event', { ...event, venue }),
    await world.make('event', { ...event, venue }),
  ];
  expect(one.venue).toMatchObject({ image: body });
  expect(other.venue).toMatchObject({ id: (one.venue as { id: number }).id });
});

test('pictures are sent with headers for caches and against misuse', async () => {
  const { body } = await upload(world, await jpeg('coral'));
  for (const url of [body.url, narrow(body.url)]) {
    const got = await load(url);
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-length': String((await got.arrayBuffer()).byteLength),
    });
    const head = await load(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      got.headers.get('content-length'),
      '',
    ]);
    const etag = got.headers.get('etag') ?? '';
    const unchanged = await load(url, { headers: { 'if-none-match': etag } });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    expect((await load(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    expect((await load(String(url).replace('/images/', '/IMAGES/'))).status).toBe(404);
  }
});

test.each([
  `/images/${'0'.repeat(64)}.webp`,
  `/images/${'0'.repeat(64)}-640.webp`,
  '/images/a.webp',
  '/images/',
  '/images/..%2fetc%2fpasswd',
  '/images/%00.webp',
  `/images/${'A'.repeat(64)}.webp`,
])('%s is 404', async (path) => {
  const response = await world.server.send('GET', path);
  expect([response.status, (await response.json()).code]).toEqual([404, 'rest_no_route']);
});

test('the route describes itself, and has no other method', async () => {
  const { server } = world;
  const described = await server.request('OPTIONS', '/images');
  expect([described.status, await described.json()]).toMatchObject([200, { methods: ['POST'] }]);
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
    const refused = await server.request(method, '/images');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
  }
  const index = await (await server.request('GET', '/')).json();
  expect(Object.keys(index.routes).filter((route) => route.includes('images'))).toEqual([]);
});

test('pages show both versions, and the text on the page of the record', async () => {
  const { body } = await upload(world, await plain(1_200, 600, 'tan').jpeg().toBuffer(), 'A "tan" <wall>');
  const event = await world.make('event', {
    title: 'On the page',
    start_date: '2031-05-01',
    end_date: '2031-05-01',
    image: body.id,
  });
  const page = async (path: string): Promise<string> =>
    (await world.server.send('GET', path, undefined, { accept: 'text/html' })).text();
  const set = `srcset="${narrow(body.url)} 640w, ${body.url} 1200w"`;
  const record = await page(new URL(String(event.url)).pathname);
  expect(record).toContain(set);
  expect(record).toContain('alt="A &quot;tan&quot; &lt;wall&gt;"');
  expect(record).toContain(`"image":"${body.url}"`);
  const list = await page('/events/?search=On+the+page');
  expect(list).toContain(set);
  expect(list).not.toContain('tan&quot;');
});

test('a changed BASE_URL changes the URLs of pictures, and both addresses are understood', async () => {
  const { body } = await upload(world, await jpeg('black'), 'Night');
  const venue = await world.make('venue', { venue: 'Moved', image: body.id });
  const moved = await world.beside({ BASE_URL: 'https://new.example' });
  try {
    const { image } = (await moved.get(`/venues/${venue.id}`)).body as { image: { url: string } };
    expect(image).toEqual({
      ...body,
      url: String(body.url).replace(world.server.url, 'https://new.example'),
    });
    const again = await moved.make('venue', { venue: 'Moved again', image: image.url });
    expect(again.image).toEqual(image);
  } finally {
    await moved.stop();
  }
});

test('pictures that no record shows are deleted after a day', async () => {
  const [used, unused, renewed] = await Promise.all(
    ['crimson', 'cyan', 'indigo'].map(async (color) => upload(world, await jpeg(color))),
  );
  await world.make('organizer', { organizer: 'Keeper', image: used?.body.id });
  const other = await upload(world, await jpeg('crimson'), 'Unused text');
  const outside = await world.make('venue', { venue: 'Far', image: 'https://pictures.example/far.png' });
  await world.remove('REST', 'venue', outside.id, { force: true });
  const db = kysely(world.server.orm.em);
  const images = async () => (await db.selectFrom('image').select('id').execute()).map(({ id }) => id);
  const before = world.moveTo('2031-03-15 11:59:00');
  await upload(world, await jpeg('indigo'));
  const run = (now: string) => deleteUnusedPictures(db, new Date(now), () => true);
  await run('2031-03-15T11:59:00Z');
  expect(await images()).toEqual(expect.arrayContaining([unused?.body.id, other.body.id, renewed?.body.id]));
  await run('2031-03-15T12:00:00Z');
  world.moveTo(before);
  const left = await images();
  expect(left).toEqual(
    expect.arrayContaining([used?.body.id, renewed?.body.id, (outside.image as { id: number }).id]),
  );
  expect(left).not.toContain(unused?.body.id);
  expect(left).not.toContain(other.body.id);
  expect((await load(unused?.body.url)).status).toBe(404);
  expect((await load(used?.body.url)).status).toBe(200);
});
