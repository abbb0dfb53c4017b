/**
 * The kinds of records that have an author, a state, a slug and a trash. A new kind is entered here, and its
 * folder in resources.ts; the names of kinds are those of their tables.
 */
export const RECORD_KINDS = ['event', 'venue', 'organizer'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Kinds of records that events are linked to. */
export const LINKED_KINDS = ['venue', 'organizer'] as const satisfies readonly RecordKind[];
export type LinkedKind = (typeof LINKED_KINDS)[number];
const LINKED: ReadonlySet<RecordKind> = new Set(LINKED_KINDS);
export const isLinked = (kind: RecordKind): kind is LinkedKind => LINKED.has(kind);
