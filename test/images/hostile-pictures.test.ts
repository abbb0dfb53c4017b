import { gzipSync } from 'node:zlib';
import { MAX_PICTURE_BYTES } from '../../src/lib/pictures.ts';
import { openWorld, type World } from '../support/world.ts';
import { BOUNDARY, END, FORM, fieldPart, filePart, jpeg, plain, png, post, upload } from './uploads.ts';

let world: World;
let good: Buffer;
beforeAll(async () => {
  world = await openWorld({ roles: true });
  good = await jpeg();
});
afterAll(() => world.stop());

/** The numbers of stored images and pictures. */
async function stored(): Promise<unknown> {
  const [row] = await world.server.orm.em
    .getConnection()
    .execute(
      'select (select count(*)::int from image) as images, (select count(*)::int from picture) as pictures',
    );
  return row;
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const cut = (bytes: Buffer, share: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * share));
const textured = (): Promise<Buffer> =>
  plain(400, 300)
    .composite([{ input: { text: { text: 'Truncated', width: 300, height: 200 } } }])
    .jpeg()
    .toBuffer();
/** A WebP whose inner frame promises another size. */
async function lyingWebp(): Promise<Buffer> {
  const bytes = await plain(300, 200).webp().toBuffer();
  const at = bytes.indexOf('VP8 ') + 14;
  bytes.writeUInt16LE(16_383, at);
  bytes.writeUInt16LE(16_383, at + 2);
  return bytes;
}
const longRiff = async (): Promise<Buffer> => {
  const bytes = await plain(300, 200).webp().toBuffer();
  bytes.writeUInt32LE(0xffff_fff0, 4);
  return bytes;
};

const SCRIPT = '<script>alert(1)</script>';

describe.each([
  ['an SVG with a script', 415, () => latin(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
  ['an SVG after an XML declaration', 415, () => latin('<?xml version="1.0"?><svg onload="alert(1)"/>')],
  ['HTML', 415, () => latin(`<!doctype html>${SCRIPT}`)],
  [
    'a GIF',
    415,
    () =>
      latin(
        'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;',
      ),
  ],
  ['a GIF that is a script', 415, () => latin('GIF89a=1;alert(1)//')],
  ['a PDF', 415, () => latin('%PDF-1.7\n1 0 obj\n<<>>')],
  ['a zip file', 415, () => latin('PK\x03\x04\x14\0\0\0')],
  ['a TIFF', 415, () => plain(20, 20).tiff().toBuffer()],
  ['a BMP', 415, () => latin(`BM${'\0'.repeat(60)}`)],
  ['a HEIC', 415, () => latin(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${'\0'.repeat(40)}`)],
  ['an MP4', 415, () => latin(`\0\0\0\x18ftypisom\0\0\0\0isomavif${'\0'.repeat(40)}`)],
  ['a JPEG 2000', 415, () => latin(`\0\0\0\x0cjP  \r\n\x87\n${'\0'.repeat(40)}`)],
  ['a script', 415, () => latin('#!/bin/sh\nrm -rf /\n')],
  ['a picture after a space', 415, () => Buffer.concat([latin(' '), good])],
  ['a RIFF that is a sound', 415, () => latin('RIFF\x24\0\0\0WAVEfmt ')],
  ['an empty file', 400, () => Buffer.alloc(0)],
  ['only the beginning of a JPEG', 400, () => latin('\xff\xd8\xff')],
  ['only the signature of a PNG', 400, () => latin('\x89PNG\r\n\x1a\n')],
  ['only the beginning of a WebP', 400, () => latin('RIFF\x24\0\0\0WEBPVP8 ')],
  ['an AVIF of garbage', 400, () => latin(`\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf${'\x07'.repeat(500)}`)],
  ['an AVIF with an endless box', 400, () => latin('\0\0\0\x14ftypavif\0\0\0\0avif\xff\xff\xff\xffmeta')],
  ['a truncated JPEG', 400, async () => cut(await textured(), 0.5)],
  [
    'a truncated PNG',
    400,
    async () => cut(await plain(200, 100).png({ compressionLevel: 0 }).toBuffer(), 0.5),
  ],
  ['a truncated WebP', 400, async () => cut(await plain(300, 200).webp().toBuffer(), 0.6)],
  ['a truncated AVIF', 400, async () => cut(await plain(300, 200).avif({ effort: 0 }).toBuffer(), 0.8)],
  ['a PNG with too little data', 400, () => png(500, 500, Buffer.alloc(1_000))],
  ['a PNG whose checksum is wrong', 400, () => png(10, 10, Buffer.alloc(310)).fill(0x55, 41, 45)],
  ['a PNG without a size', 400, () => png(0, 0, Buffer.alloc(10))],
  ['a WebP that lies about its size', 413, lyingWebp],
  ['a PNG of 30,000 times 30,000 pixels', 413, () => png(30_000, 30_000, Buffer.alloc(100))],
  ['a PNG that decompresses to 225 MB', 413, () => png(10_000, 7_500, Buffer.alloc(225_007_500))],
  ['a PNG with 16 bits that takes 270 MB', 413, () => png(9_000, 5_000, Buffer.alloc(100), 16)],
  ['a PNG with the largest size', 400, () => png(0x7fff_ffff, 0x7fff_ffff, Buffer.alloc(100))],
  ['more than 10 MB', 413, () => Buffer.concat([good, Buffer.alloc(MAX_PICTURE_BYTES)])],
  ['much more than 10 MB', 413, () => Buffer.alloc(2 * MAX_PICTURE_BYTES)],
] as const)('%s is %d, and nothing is stored', (_name, status, make) => {
  test.each(['form', 'body'] as const)('as a %s', async (place) => {
    const before = await stored();
    const bytes = await make();
    const answer =
      place === 'form'
        ? await upload(world, bytes)
        : await post(world, bytes, { 'content-type': 'image/jpeg' });
    expect(answer).toMatchObject({ status, body: { data: { status } } });
    if (status === 415) expect(answer.headers.get('accept-post')).toBe('multipart/form-data, image/*');
    if (status === 400) expect(answer.body).toMatchObject({ data: { params: { file: expect.any(String) } } });
    expect(await stored()).toEqual(before);
  });
});

test.each([
  ['a script at its end', () => Buffer.concat([good, latin(SCRIPT)]), FORM],
  ['a zip file at its end', () => Buffer.concat([good, latin('PK\x03\x04')]), FORM],
  [
    'a script in a comment',
    () => Buffer.concat([good.subarray(0, 2), latin(`\xff\xfe\0\x1b${SCRIPT}`), good.subarray(2)]),
    FORM,
  ],
  ['a wrong length in its container', longRiff, FORM],
] as const)('a picture with %s is stored without it, or refused', async (_name, make, headers) => {
  const { status, body } = await post(world, Buffer.concat([filePart(await make()), END]), headers);
  expect([200, 201, 400]).toContain(status);
  if (status === 400) return;
  const sent = Buffer.from(await (await fetch(String(body.url))).arrayBuffer());
  expect(sent.includes('script') || sent.includes('PK\x03\x04')).toBe(false);
});

test.each([
  ['HTML', 'a.html', 'text/html'],
  ['SVG', 'a.svg', 'image/svg+xml'],
  ['a path', '../../../etc/passwd', 'image/jpeg'],
  ['a path of Windows', 'C:\\windows\\a.exe', 'application/x-msdownload'],
  ['a name with a script', '<img src=x onerror=alert(1)>.jpg', 'image/jpeg'],
])('a picture that claims to be %s is stored as WebP', async (_name, name, type) => {
  const { status, body } = await post(world, Buffer.concat([filePart(good, name, type), END]), FORM);
  expect([200, 201]).toContain(status);
  expect(body.url).toMatch(/\/images\/[0-9a-f]{64}\.webp$/);
  expect((await fetch(String(body.url))).headers.get('content-type')).toBe('image/webp');
});

const form = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, END]);
const RAW = { 'content-type': 'image/jpeg' };

test.each([
  ['a form without a file', 400, () => form(fieldPart('alt', 'x')), FORM],
  ['a form without a part', 400, () => END, FORM],
  ['a form with an empty file', 400, () => form(filePart('', '')), FORM],
  ['a form with two files', 400, () => form(filePart(good), filePart(good)), FORM],
  ['a file in a text field', 400, () => form(fieldPart('file', good.toString('latin1').slice(0, 500))), FORM],
  ['an unfinished form', 400, () => filePart(good), FORM],
  ['a form that is cut', 400, () => cut(filePart(good), 0.9), FORM],
  [
    'another boundary',
    400,
    () => form(filePart(good)),
    { 'content-type': 'multipart/form-data; boundary=other' },
  ],
  ['no boundary', 400, () => form(filePart(good)), { 'content-type': 'multipart/form-data' }],
  [
    'many fields',
    400,
    () => form(...Array.from({ length: 500 }, () => fieldPart('a', 'b')), filePart(good)),
    FORM,
  ],
  ['a huge field', 413, () => form(fieldPart('alt', 'x'.repeat(100_000)), filePart(good)), FORM],
  ['a text that is too long', 400, () => form(fieldPart('alt', 'x'.repeat(1_001)), filePart(good)), FORM],
  ['a part that ends in its header', 400, () => latin(`--${BOUNDARY}\r\nContent-Disposition: form-da`), FORM],
  ['JSON', 415, () => latin('{"file":"x"}'), { 'content-type': 'application/json' }],
  ['a urlencoded form', 415, () => latin('file=x'), { 'content-type': 'application/x-www-form-urlencoded' }],
  ['no type', 415, () => good, {}],
  ['an invalid type', 415, () => good, { 'content-type': 'image/' }],
  ['a picture that claims to be HTML', 415, () => good, { 'content-type': 'text/html' }],
  ['compression of an unknown kind', 415, () => good, { ...RAW, 'content-encoding': 'lzma' }],
  ['compression that is none', 400, () => good, { ...RAW, 'content-encoding': 'gzip' }],
  ['a gzip bomb', 413, () => gzipSync(Buffer.alloc(200_000_000)), { ...RAW, 'content-encoding': 'gzip' }],
  [
    'a gzip bomb in a form',
    413,
    () => gzipSync(form(filePart(Buffer.alloc(100_000_000)))),
    { ...FORM, 'content-encoding': 'gzip' },
  ],
] as const)('%s is %d, and nothing is stored', async (_name, status, make, headers) => {
  const before = await stored();
  const answer = await post(world, make(), headers);
  expect(answer).toMatchObject({ status, body: { data: { status } } });
  expect(await stored()).toEqual(before);
});

test('callers without the right are refused before the body is read', async () => {
  for (const [role, status] of [
    ['anonymous', 401],
    ['subscriber', 403],
  ] as const)
    expect((await post(world, latin('garbage'), { 'content-type': 'text/plain' }, role)).status).toBe(status);
  const wrong = await post(world, good, RAW, { authorization: `Basic ${btoa('admin:wrong')}` });
  expect([wrong.status, wrong.body.code]).toEqual([401, 'incorrect_password']);
});

test('a page of another site cannot upload', async () => {
  const site = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect(await post(world, form(filePart(good)), { ...FORM, ...site })).toMatchObject({ status: 403 });
});

test('unknown names are reported, or refused on request', async () => {
  const body = form(fieldPart('__proto__', 'x'), fieldPart('title', 'x'), filePart(good));
  const lenient = await post(world, body, FORM, 'editor', '?page=2');
  expect([200, 201]).toContain(lenient.status);
  expect(lenient.headers.get('x-ignored-parameters')).toBe('page, __proto__, title');
  const strict = await post(world, body, { ...FORM, prefer: 'handling=strict' });
  expect([strict.status, Object.keys((strict.body.data as { params: object }).params)]).toEqual([
    400,
    ['__proto__', 'title'],
  ]);
});

test('the text is plain text', async () => {
  const { body } = await upload(world, await jpeg('khaki'), ' A <b>sea</b>\u0000\n &  sky ');
  expect(body.alt).toBe('A sea & sky');
});
