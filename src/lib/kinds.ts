/**
 * The kinds of records that have an author, a status and a slug, and can be in the trash. Each has a table of
 * the same name. A new kind is added here, and its folder to resources.ts.
 */
export const RECORD_KINDS = ['event', 'venue', 'organizer'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Several records of a kind, as commands and messages name them. */
export const PLURALS: Readonly<Record<RecordKind, string>> = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
};

/** Kinds of records that events are linked to. */
export const LINKED_KINDS = ['venue', 'organizer'] as const satisfies readonly RecordKind[];
export type LinkedKind = (typeof LINKED_KINDS)[number];
const LINKED: ReadonlySet<RecordKind> = new Set(LINKED_KINDS);
export const isLinked = (kind: RecordKind): kind is LinkedKind => LINKED.has(kind);
