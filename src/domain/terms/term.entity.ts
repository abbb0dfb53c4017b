import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { optionalText, sequenceId, text } from '../../platform/postgres/columns.ts';

/** The names of the kinds in WordPress, for its clients. */
export const TAXONOMIES = { category: 'tribe_events_cat', tag: 'post_tag' } as const;
export type TermKind = keyof typeof TAXONOMIES;
export type Taxonomy = (typeof TAXONOMIES)[TermKind];

/** A category (optionally with a parent) or a tag. */
export const TermEntity = defineEntity({
  name: 'Term',
  tableName: 'term',
  properties: {
    id: sequenceId('term_id_seq'),
    taxonomy: p.enum(Object.values(TAXONOMIES)),
    name: text(),
    /** The name in lower case: names are unique under their parent, ignoring case. */
    nameKey: text(),
    slug: text(),
    description: optionalText(),
    /** 0 at the top level, so that the unique constraint applies there, too. */
    parentId: p.integer().default(0).index(),
    /** Number of events with the status `publish`; counted by a trigger of the first migration. */
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
