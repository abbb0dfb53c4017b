import { createServer } from 'node:http';
import { LIST, ONE } from './plain.sql.ts';
import { windowAt } from './window.ts';

/** A prepared statement and its values. */
interface Query {
  name: string;
  text: string;
  values: (string | number)[];
}

function queryOf(url: string): Query {
  const slug = /\/events\/by-slug\/([\w-]+)/.exec(url)?.[1];
  const [now, from, until] = windowAt();
  if (slug !== undefined) return { name: 'one', text: ONE, values: [slug, now] };
  const perPage = Number(/[?&]per_page=(\d+)/.exec(url)?.[1] ?? 10);
  return { name: 'list', text: LIST, values: [Math.min(perPage, 100), now, from, until] };
}

/**
 * A hand-written server: `node:http`, and one prepared statement per request, which builds the whole JSON. It returns a
 * page of the list with its total, and single events, without values that the service derives from the columns (links,
 * parts of dates, prices in words).
 * @param run returns the body from the only row of a query; undefined if there is no row
 */
export function serve(run: (query: Query) => Promise<string | undefined>, end: () => Promise<void>): void {
  const server = createServer((request, response) => {
    run(queryOf(request.url ?? '')).then(
      (body) => {
        const text = body ?? '{"code":"event-not-found"}';
        response.writeHead(body === undefined ? 404 : 200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(text),
        });
        response.end(text);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(Number(process.env.PORT), '127.0.0.1');
  process.once('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
    void end();
  });
}
