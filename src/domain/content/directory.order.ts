import { sql } from 'kysely';
import type { RecordKind } from '../../lib/kinds.ts';
import type { DirectoryOrderBy } from '../generated/schema.ts';
import type { ListArgs } from './directory.definition.ts';
import { type SortKey, timeKey, titleKey } from './keyset.ts';
import { type ListName, listName, type SortedList } from './page.ts';

const sortKeyOf: Readonly<Record<DirectoryOrderBy, (kind: RecordKind) => SortKey | null>> = {
  name: (kind) => titleKey(sql.ref(`${kind}.name`)),
  date: (kind) => timeKey(`${kind}.published_utc`),
  modified: (kind) => timeKey(`${kind}.modified_utc`),
  id: () => null,
};

/** A list of records with names, latest published first unless the arguments say otherwise. */
export function directoryList(kind: RecordKind, args: ListArgs): SortedList & { name: ListName } {
  const { orderBy, order } = args;
  const direction = order ?? (orderBy ? 'asc' : 'desc');
  const key = sortKeyOf[orderBy ?? 'date'](kind);
  return {
    name: listName(`${kind}s`, args),
    order: { key, direction, id: sql.ref(`${kind}.id`), ties: direction },
  };
}
