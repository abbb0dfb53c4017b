/**
 * Kinds of records: they have an author, a status and a slug, and can be in the trash. Each has a table of the same
 * name. Add a new kind here, and its folder to resources.ts.
 */
export const RECORD_KINDS = ['event', 'venue', 'organizer'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Plurals in commands and messages. */
export const PLURALS: Readonly<Record<RecordKind, string>> = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
};

export const LINKED_KINDS = ['venue', 'organizer'] as const satisfies readonly RecordKind[];
export type LinkedKind = (typeof LINKED_KINDS)[number];
const LINKED: ReadonlySet<RecordKind> = new Set(LINKED_KINDS);
export const isLinked = (kind: RecordKind): kind is LinkedKind => LINKED.has(kind);
