import { type LinkedListArgs, linkedCondition } from '../content/linked.ts';
import { FOR_CHANGE } from '../content/lock.ts';
import type { NamedValues } from '../content/named.kind.ts';
import { namedRecords } from '../content/named.ts';
import { OrganizerEntity } from './organizer.entity.ts';
import { selectOrganizers } from './organizer.record.ts';
import { STORED } from './organizer.stored.ts';

export type OrganizerValues = NamedValues<typeof STORED>;

/** What can be done with organizers. */
export const ORGANIZERS = namedRecords({
  kind: 'organizer',
  fields: STORED,
  select: selectOrganizers,
  shown: (context, args: LinkedListArgs, checks) => linkedCondition(context, 'organizer', args, checks),
  findRow: (em, id) => em.findOne(OrganizerEntity, id, FOR_CHANGE),
  insert: (em, row) => em.create(OrganizerEntity, row),
});
