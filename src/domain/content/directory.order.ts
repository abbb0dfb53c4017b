import { sql } from 'kysely';
import type { RecordKind } from '../../lib/kinds.ts';
import type { VenueOrder, VenueOrderField } from '../generated/schema.ts';
import type { ListArgs, ListFilter } from './directory.definition.ts';
import { type SortKey, timeKey, titleKey } from './keyset.ts';
import { type ListName, listName, type SortedList } from './page.ts';

const sortKeyOf: Readonly<Record<VenueOrderField, (kind: RecordKind) => SortKey | null>> = {
  name: (kind) => titleKey(sql.ref(`${kind}.name`)),
  date: (kind) => timeKey(`${kind}.published_utc`),
  modified: (kind) => timeKey(`${kind}.modified_utc`),
  id: () => null,
};

const LATEST: VenueOrder = { field: 'date', direction: 'desc' };

/** A list of records with names, latest published first unless the arguments say otherwise. */
export function directoryList(kind: RecordKind, args: ListArgs<ListFilter>): SortedList & { name: ListName } {
  const { field, direction } = args.orderBy ?? LATEST;
  return {
    name: listName(`${kind}s`, args),
    order: { key: sortKeyOf[field](kind), direction, id: sql.ref(`${kind}.id`), ties: direction },
  };
}
