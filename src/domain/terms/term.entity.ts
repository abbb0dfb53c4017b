import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { optionalText, sequenceId, text } from '../../platform/postgres/columns.ts';

/** Kinds of terms by the names that clients written for WordPress know. */
export const TAXONOMIES = { category: 'tribe_events_cat', tag: 'post_tag' } as const;
export type TermKind = keyof typeof TAXONOMIES;
export type Taxonomy = (typeof TAXONOMIES)[TermKind];

/** A category (which can have a parent) or a tag. */
export const TermEntity = defineEntity({
  name: 'Term',
  tableName: 'term',
  properties: {
    id: sequenceId('term_id_seq'),
    taxonomy: p.enum(Object.values(TAXONOMIES)),
    name: text(),
    /** The name in lower case: names are unique under their parent without regard to case. */
    nameKey: text(),
    slug: text(),
    description: optionalText(),
    /** 0 at the top level, so that the unique constraint holds there too. */
    parentId: p.integer().default(0).index(),
    /** How many events in state `publish` carry it; a trigger of the first migration counts them. */
    eventCount: p.integer().default(0),
  },
  uniques: [
    { name: 'term_slug_unique', properties: ['taxonomy', 'slug'] },
    { name: 'term_name_unique', properties: ['taxonomy', 'parentId', 'nameKey'] },
  ],
});

export const termEntities = [TermEntity] as const;

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof termEntities)[number]> {}
}
