import { sql } from 'kysely';
import { plainText } from '../../lib/text.ts';
import { normalForm } from '../../lib/unicode-normal-form.ts';
import type { Page } from '../content/page.ts';
import { alphabeticalKey } from '../content/search.ts';
import { TAXONOMIES, type Taxonomy, type TermKind } from './term.entity.ts';

/** A category or tag as queries return it. */
export interface TermRecord {
  id: number;
  kind: TermKind;
  taxonomy: Taxonomy;
  name: string;
  slug: string;
  description: string;
  /** 0 at the top level, and for tags. */
  parentId: number;
  /** Number of published events. */
  count: number;
  /** The sort value of the name. */
  sortKey: string;
  /** Only in a deleted category: the ids of its former children. */
  childIds?: readonly number[];
}

export type TermPage = Page<TermRecord>;

/** The sort expression of names, ignoring case. */
export const nameSortKey = alphabeticalKey(sql`term.name_key`);

/** The columns of a {@link TermRecord}. */
export const termColumns = [
  'term.id',
  'term.taxonomy',
  'term.name',
  'term.slug',
  'term.description',
  'term.parent_id as parentId',
  nameSortKey.as('sortKey'),
  sql<TermKind>`case term.taxonomy when ${sql.lit(TAXONOMIES.category)} then 'category' else 'tag' end`.as(
    'kind',
  ),
  'term.event_count as count',
] as const;

/** The form in which names are compared: names are unique under their parent, ignoring case. */
export const termKey = (name: string): string => normalForm(plainText(name).toLowerCase(), 'NFC');
