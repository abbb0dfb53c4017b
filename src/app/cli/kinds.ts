import type { RecordKind } from '../../lib/kinds.ts';

export type ListKind = `${RecordKind}s`;

/** Kinds of records as a command line names them. */
export const KINDS: Readonly<Record<ListKind, RecordKind>> = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
};
