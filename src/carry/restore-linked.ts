import type { EntityManager } from '@mikro-orm/postgresql';
import { sameText } from '../kernel/text.ts';
import { OrganizerEntity } from '../organizers/organizer.entity.ts';
import { STORED as organizerFields } from '../organizers/organizer.stored.ts';
import { searchable } from '../records/fields.ts';
import { nameKey } from '../records/linked.ts';
import { assignChanged } from '../records/store.ts';
import { VenueEntity } from '../venues/venue.entity.ts';
import { STORED as venueFields } from '../venues/venue.stored.ts';
import type { Brought } from './brought.ts';
import { cleanFields } from './clean.ts';
import type { LineOf } from './lines.ts';
import type { Outcome } from './report.ts';
import { findKnown, newId, sharedColumns } from './restore-record.ts';

export async function restoreVenue(
  em: EntityManager,
  brought: Brought,
  line: LineOf<'venue'>,
): Promise<Outcome> {
  const own = cleanFields(line.fields);
  const row = await findKnown(
    brought,
    line,
    (by) => em.findOne(VenueEntity, by),
    ({ name, city }) => sameText(name, own.name) && sameText(city, own.city),
  );
  const id = row?.id ?? (await newId(em, brought, line.id));
  const shared = await sharedColumns(em, line, id);
  const lineage = brought.lineage(id, line.id, own.lineage);
  const derived = { nameKey: nameKey(own.name), searchText: searchable(venueFields, { ...own, ...shared }) };
  const values = { ...shared, ...own, lineage, ...derived };
  brought.stands('venue', line.id, id);
  if (!row) em.create(VenueEntity, { id, ...values });
  else if (!assignChanged(row, values, line.modifiedUtc)) return 'unchanged';
  await em.flush();
  return row ? 'changed' : 'created';
}

export async function restoreOrganizer(
  em: EntityManager,
  brought: Brought,
  line: LineOf<'organizer'>,
): Promise<Outcome> {
  const own = cleanFields(line.fields);
  const row = await findKnown(
    brought,
    line,
    (by) => em.findOne(OrganizerEntity, by),
    ({ name }) => sameText(name, own.name),
  );
  const id = row?.id ?? (await newId(em, brought, line.id));
  const shared = await sharedColumns(em, line, id);
  const lineage = brought.lineage(id, line.id, own.lineage);
  const derived = {
    nameKey: nameKey(own.name),
    searchText: searchable(organizerFields, { ...own, ...shared }),
  };
  const values = { ...shared, ...own, lineage, ...derived };
  brought.stands('organizer', line.id, id);
  if (!row) em.create(OrganizerEntity, { id, ...values });
  else if (!assignChanged(row, values, line.modifiedUtc)) return 'unchanged';
  await em.flush();
  return row ? 'changed' : 'created';
}
