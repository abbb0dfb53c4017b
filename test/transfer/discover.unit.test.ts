import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiUrl } from '../../src/transfer/tec-import/api-url.ts';
import { discoverApi } from '../../src/transfer/tec-import/discover.ts';
import { Fetcher } from '../../src/transfer/tec-import/fetcher.ts';

/** The responses of a site by path: a page, or the self-description of its API. */
type Site = Readonly<Record<string, string | { html: string; link?: string } | { namespaces: string[] }>>;

const TEC = { namespaces: ['wp/v2', 'tribe/events/v1'], timezone_string: 'Europe/Rome' };

let server: Server;
let site: Site = {};
let home: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', home);
    const route = url.searchParams.get('rest_route');
    const answer = site[url.pathname + (route === null ? '' : `?${route}`)];
    if (answer === undefined) response.writeHead(404).end('{"message":"Nothing here"}');
    else if (typeof answer === 'string') response.writeHead(301, { location: answer }).end();
    else if ('html' in answer)
      response.writeHead(200, answer.link === undefined ? {} : { link: answer.link }).end(answer.html);
    else response.end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const discovered = async (path: string) => {
  const { root, timezone, isPlain } = await discoverApi(
    new Fetcher({ allowPrivate: true }),
    new URL(path, home),
  );
  return { root: root.href.replace(home, ''), timezone, isPlain };
};
const ROME = { timezone: 'Europe/Rome', isPlain: false };

test.each<[string, Site, string]>([
  [
    'a header',
    { '/': { html: '', link: '</api/>; rel="https://api.w.org/"' }, '/api/': TEC },
    '/api/tribe/events/v1',
  ],
  [
    'one of several headers',
    { '/': { html: '', link: '</?p=1>; rel=shortlink, </api/>; rel=https://api.w.org/' }, '/api/': TEC },
    '/api/tribe/events/v1',
  ],
  [
    'its page',
    { '/': { html: "<head><LINK REL='https://api.w.org/' HREF='/api/'></head>" }, '/api/': TEC },
    '/api/tribe/events/v1',
  ],
  [
    'its usual address',
    { '/': { html: '<link rel="stylesheet" href="/x.css">' }, '/wp-json/': TEC },
    '/wp-json/tribe/events/v1',
  ],
  [
    'a redirect of the site',
    { '/': '/blog/', '/blog/': { html: '' }, '/blog/wp-json/': TEC },
    '/blog/wp-json/tribe/events/v1',
  ],
  ['its usual address behind a broken front page', { '/wp-json/': TEC }, '/wp-json/tribe/events/v1'],
])('an API is found by %s', async (_by, answers, root) => {
  site = answers;
  expect(await discovered('/')).toEqual({ root, ...ROME });
});

test('an API without readable addresses is found, and its lists', async () => {
  site = { '/': { html: '' }, '/?/': TEC };
  const { root } = await discoverApi(new Fetcher({ allowPrivate: true }), new URL(home));
  expect(apiUrl(root, 'events', { page: '2' }).href).toBe(
    `${home}/?rest_route=%2Ftribe%2Fevents%2Fv1%2Fevents&page=2`,
  );
});

test('the namespace of this service is preferred to others', async () => {
  site = {
    '/': { html: '' },
    '/wp-json/': { namespaces: ['x/events/v1', 'tribe/events/v1', 'calendar/events/v1'] },
  };
  expect(await discovered('/')).toEqual({
    root: '/wp-json/calendar/events/v1',
    timezone: undefined,
    isPlain: true,
  });
  site = { '/': { html: '' }, '/wp-json/': { namespaces: ['x/events/v1', 'wp/v2'] } };
  expect(await discovered('/')).toMatchObject({ root: '/wp-json/x/events/v1', isPlain: false });
});

test('the address of an API is used unchanged', async () => {
  site = {};
  expect(await discovered('/tribe/events/v1/')).toMatchObject({ root: '/tribe/events/v1/', isPlain: false });
  expect(await discovered('/calendar/events/v1')).toMatchObject({ isPlain: true });
  const root = new URL('https://x.example/?rest_route=/tribe/events/v1/');
  expect((await discoverApi(new Fetcher(), root)).root).toEqual(root);
});

test('a site without an events API is reported', async () => {
  site = { '/': { html: '' }, '/wp-json/': { namespaces: ['wp/v2'] } };
  await expect(discovered('/')).rejects.toThrow('has no events API that could be found');
});
