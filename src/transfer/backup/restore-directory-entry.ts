import type { EntityManager } from '@mikro-orm/postgresql';
import type {
  DirectoryColumns,
  DirectoryFields,
  DirectoryRow,
} from '../../domain/content/directory.definition.ts';
import { type RecordOf, type RowOf, searchable } from '../../domain/content/fields.ts';
import { nameKey } from '../../domain/content/name-key.ts';
import { assignChanged } from '../../domain/content/store.ts';
import { OrganizerEntity } from '../../domain/organizers/organizer.entity.ts';
import { FIELDS as organizerFields } from '../../domain/organizers/organizer.fields.ts';
import { VenueEntity } from '../../domain/venues/venue.entity.ts';
import { FIELDS as venueFields } from '../../domain/venues/venue.fields.ts';
import { sameText } from '../../lib/text.ts';
import type { Outcome } from '../import/report.ts';
import { cleanFields } from './clean.ts';
import type { RecordLine } from './lines.ts';
import { findRestored, newId, type SharedColumns, sharedColumns } from './restore-record.ts';
import type { RestoredIds } from './restored-ids.ts';

type RestoredValues<F extends DirectoryFields> = RecordOf<F> & { name: string; lineage: string[] };
type DirectoryEntity<F extends DirectoryFields> = DirectoryRow<F> & { name: string; lineage: string[] };
type NewRow<F extends DirectoryFields> = RestoredValues<F> &
  SharedColumns & { id: number; nameKey: string; searchText: string };

/** What differs between venues and organizers. */
interface Restored<F extends DirectoryFields> {
  readonly fields: F;
  find(em: EntityManager, by: { id: number } | { slug: string }): Promise<DirectoryEntity<F> | null>;
  insert(em: EntityManager, row: NewRow<F>): unknown;
  /** Whether two records of the same name are the same place or person. */
  isSame(row: DirectoryEntity<F>, own: RestoredValues<F>): boolean;
}

const restorer =
  <F extends DirectoryFields>({ fields, find, insert, isSame }: Restored<F>) =>
  async (
    em: EntityManager,
    ids: RestoredIds,
    line: RecordLine & { fields: RestoredValues<F> },
  ): Promise<Outcome> => {
    const cleaned = cleanFields(fields, line.fields);
    const row = await findRestored(
      ids,
      line,
      (by) => find(em, by),
      (row) => sameText(row.name, cleaned.name) && isSame(row, cleaned),
    );
    const id = row?.id ?? (await newId(em, ids, line.id));
    const own = { ...cleaned, lineage: ids.lineage(id, line.id, cleaned.lineage) };
    const columns = await sharedColumns(em, line, id, row);
    const derived = { nameKey: nameKey(own.name), searchText: searchable(fields, { ...own, ...columns }) };
    let outcome: Outcome = 'created';
    if (!row) insert(em, { id, ...columns, ...own, ...derived });
    else {
      const isOwnChanged = assignChanged<RowOf<F>>(row, own, line.modifiedUtc);
      const isChanged = assignChanged<DirectoryColumns>(row, { ...columns, ...derived }, line.modifiedUtc);
      outcome = isOwnChanged || isChanged ? 'changed' : 'unchanged';
    }
    await em.flush();
    ids.set(line.kind, line.id, id);
    return outcome;
  };

export const restoreVenue = restorer({
  fields: venueFields,
  find: (em, by) => em.findOne(VenueEntity, by),
  insert: (em, row) => em.create(VenueEntity, row),
  isSame: (one, other) => sameText(one.city, other.city),
});

export const restoreOrganizer = restorer({
  fields: organizerFields,
  find: (em, by) => em.findOne(OrganizerEntity, by),
  insert: (em, row) => em.create(OrganizerEntity, row),
  isSame: () => true,
});
