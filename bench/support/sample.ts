import type { Links } from '../scenarios/writes.ts';
import { ask } from './database.ts';

const SAMPLED = 200;

/** Published events, spread over the world. */
export async function sampleEvents(url: string): Promise<{ ids: number[]; slugs: string[] }> {
  const rows = await ask<{ id: number; slug: string }>(
    url,
    `select id, slug from (
       select id, slug, row_number() over (order by id) as n, count(*) over () as total from event where status = 'publish' and slug like 'event-%') as numbered
     where n % greatest(1, total / $1) = 0 limit $1`,
    [SAMPLED],
  );
  return { ids: rows.map((row) => row.id), slugs: rows.map((row) => row.slug) };
}

export async function sampleLinks(url: string): Promise<Links> {
  const [links] = await ask<{ venue: number; organizer: number; category: number; tag: number }>(
    url,
    `select (select id from venue where slug = 'venue-7') as venue, (select id from organizer where slug = 'organizer-7') as organizer,
       (select id from term where slug = 'sub-7') as category, (select id from term where slug = 'tag-7') as tag`,
  );
  if (!links) throw new Error('the database was not seeded');
  return links;
}
