import pg from 'pg';
import { EXCLUDED_TABLES } from '../../src/transfer/backup/tables.ts';

/** A connection to a test database, closed at the end of its block. */
export async function connected(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

export async function tablesIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and nspname not in ('pg_catalog', 'information_schema') order by relname`,
  );
  return rows.map(({ name }) => name);
}

/** For each table of a backup its number of rows, and one hash of their contents. */
export async function tableHashes(url: string): Promise<Record<string, { rows: string; hash: string }>> {
  await using client = await connected(url);
  const hashes: Record<string, { rows: string; hash: string }> = {};
  for (const name of (await tablesIn(client)).filter((one) => !EXCLUDED_TABLES.has(one))) {
    const { rows } = await client.query<{ rows: string; hash: string }>(
      `select count(*) as rows, coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash from "${name}" t`,
    );
    for (const row of rows) hashes[name] = row;
  }
  return hashes;
}
