import type { Links } from '../scenarios/writes.ts';
import { queryOnce } from './database.ts';

const SAMPLE_SIZE = 200;

/** Published events, evenly spread over the ids. */
export async function sampleEvents(url: string): Promise<{ ids: number[]; slugs: string[] }> {
  const rows = await queryOnce<{ id: number; slug: string }>(
    url,
    `select id, slug from (
       select id, slug, row_number() over (order by id) as n, count(*) over () as total from event where status = 'publish' and slug like 'event-%') as numbered
     where n % greatest(1, total / $1) = 0 limit $1`,
    [SAMPLE_SIZE],
  );
  return { ids: rows.map((row) => row.id), slugs: rows.map((row) => row.slug) };
}

export async function sampleLinks(url: string): Promise<Links> {
  const [links] = await queryOnce<{ venue: number; organizer: number; category: number; tag: number }>(
    url,
    `select (select id from venue where slug = 'venue-7') as venue, (select id from organizer where slug = 'organizer-7') as organizer,
       (select id from term where slug = 'sub-7') as category, (select id from term where slug = 'tag-7') as tag`,
  );
  if (!links) throw new Error('the database was not seeded');
  return links;
}
