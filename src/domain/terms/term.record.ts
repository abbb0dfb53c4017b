import { sql } from 'kysely';
import { plainText } from '../../lib/text.ts';
import { normalForm } from '../../lib/unicode-normal-form.ts';
import type { Page } from '../content/page.ts';
import { alphabetically } from '../content/search.ts';
import { TAXONOMIES, type Taxonomy, type TermKind } from './term.entity.ts';

/** A category or tag as it is read. */
export interface TermRecord {
  id: number;
  kind: TermKind;
  taxonomy: Taxonomy;
  name: string;
  slug: string;
  description: string;
  /** 0 at the top level, and for tags. */
  parentId: number;
  /** Published events that carry it. */
  count: number;
  /** What the name is sorted by. */
  sortKey: string;
  /** Of a category that was deleted: the ids of the categories that were directly below it. */
  childIds?: readonly number[];
}

export type TermPage = Page<TermRecord>;

/** Names in alphabetical order, without regard to case. */
export const alphabetical = alphabetically(sql`term.name_key`);

/** The columns of a {@link TermRecord}, for a select from `term`. */
export const termColumns = [
  'term.id',
  'term.taxonomy',
  'term.name',
  'term.slug',
  'term.description',
  'term.parent_id as parentId',
  alphabetical.as('sortKey'),
  sql<TermKind>`case term.taxonomy when ${sql.lit(TAXONOMIES.category)} then 'category' else 'tag' end`.as(
    'kind',
  ),
  'term.event_count as count',
] as const;

/** A name as it is compared: names are unique under their parent without regard to case. */
export const termKey = (name: string): string => normalForm(plainText(name).toLowerCase(), 'NFC');
