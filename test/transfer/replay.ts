import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CATEGORIES, EVENTS, HIDDEN, ORGANIZERS, TAGS, VENUES } from './events-calendar.ts';

const ROOT = '/wp-json/tribe/events/v1';
export const LOGIN = { user: 'editor', password: 'abcd efgh' };
const AUTHORIZATION = `Basic ${Buffer.from(`${LOGIN.user}:${LOGIN.password}`).toString('base64')}`;

export interface Replay {
  /** The address of its front page. */
  readonly url: string;
  /** The address of its events API. */
  readonly root: string;
  readonly port: number;
  /** Requested paths with queries and logins. */
  readonly requests: { path: string; authorization: string | undefined }[];
  /** Maximum number of records per page. */
  most: number;
  events: readonly object[];
  hidden: readonly object[];
  /** Handles a request before the site does; returns true if it sent the response. */
  before: (request: IncomingMessage, response: ServerResponse, url: URL) => boolean | Promise<boolean>;
  stop(): Promise<void>;
}

const json = (response: ServerResponse, status: number, body: unknown): ServerResponse =>
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));

/** A site with The Events Calendar on this machine. */
export async function replaySite({ most = 50 } = {}): Promise<Replay> {
  const lists = (replay: Replay, isEditor: boolean, hides: boolean): Record<string, readonly object[]> => ({
    categories: CATEGORIES.filter(({ count }) => count > 0 || !hides),
    tags: TAGS,
    venues: VENUES,
    organizers: ORGANIZERS,
    events: [...replay.events, ...(isEditor ? replay.hidden : [])],
  });
  async function answer(
    replay: Replay,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<unknown> {
    const url = new URL(request.url ?? '', replay.url);
    const { authorization } = request.headers;
    replay.requests.push({ path: `${url.pathname}${url.search}`, authorization });
    if (await replay.before(request, response, url)) return;
    if (url.pathname === '/')
      return response
        .setHeader(
          'Link',
          `<${replay.url}wp-json/>; rel="https://api.w.org/", <${replay.url}?p=2>; rel=shortlink`,
        )
        .end('<!doctype html><title>Calendar</title>');
    if (url.pathname === '/wp-json/')
      return json(response, 200, {
        namespaces: ['oembed/1.0', 'tribe/events/v1', 'wp/v2'],
        timezone_string: 'Europe/Rome',
      });
    const name = url.pathname.startsWith(`${ROOT}/`) ? url.pathname.slice(ROOT.length + 1) : '';
    const isEditor = authorization === AUTHORIZATION;
    const all = lists(replay, isEditor, url.searchParams.get('hide_empty') !== 'false')[name];
    if (!all)
      return json(response, 404, { code: 'rest_no_route', message: 'No route', data: { status: 404 } });
    if (url.searchParams.has('status') && !isEditor)
      return json(response, 400, { code: 'rest_invalid_param', message: 'Invalid parameter(s): status' });
    const page = Number(url.searchParams.get('page') ?? 1);
    const perPage = Math.min(Number(url.searchParams.get('per_page') ?? 10), replay.most);
    const pages = Math.ceil(all.length / perPage);
    if (page > pages && page > 1)
      return json(response, 404, { code: 'event-archive-page-not-found', message: '' });
    return json(response, 200, {
      [name]: all.slice((page - 1) * perPage, page * perPage),
      rest_url: `${replay.root}/${name}/`,
      ...(page < pages && { next_rest_url: `https://elsewhere.invalid/${name}/?page=${page + 1}` }),
      total: all.length,
      total_pages: pages,
    });
  }
  const server = createServer((request, response) => void answer(replay, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const replay: Replay = {
    url: `http://127.0.0.1:${port}/`,
    root: `http://127.0.0.1:${port}${ROOT}`,
    port,
    requests: [],
    most,
    events: EVENTS,
    hidden: HIDDEN,
    before: () => false,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return replay;
}
