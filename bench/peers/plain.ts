import { createServer } from 'node:http';
import pg from 'pg';
import { LIST, ONE } from './plain.sql.ts';

/**
 * What one would write by hand: `node:http`, `pg`, and one prepared statement a request that makes the whole
 * JSON. It answers the page of the list with its total, and a single event; it leaves out what the service
 * derives from the columns (links, parts of dates, prices in words).
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

async function answer(url: string): Promise<string | undefined> {
  const slug = /\/events\/by-slug\/([\w-]+)/.exec(url)?.[1];
  const perPage = Number(/[?&]per_page=(\d+)/.exec(url)?.[1] ?? 10);
  const query =
    slug === undefined
      ? { name: 'list', text: LIST, values: [Math.min(perPage, 100)] }
      : { name: 'one', text: ONE, values: [slug] };
  const { rows } = await pool.query<{ body: string }>(query);
  return rows[0]?.body;
}

const server = createServer((request, response) => {
  answer(request.url ?? '').then(
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
  void pool.end();
});
