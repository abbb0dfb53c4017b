import type { EntityManager } from '@mikro-orm/postgresql';
import { searchable } from '../../domain/content/fields.ts';
import { assignChanged } from '../../domain/content/store.ts';
import { EventEntity } from '../../domain/events/event.entity.ts';
import { FIELDS } from '../../domain/events/event.fields.ts';
import { replaceLinks } from '../../domain/events/event.linked.ts';
import { replaceTerms } from '../../domain/events/event.terms.ts';
import { TAXONOMIES, type TermKind } from '../../domain/terms/index.ts';
import { TermEntity } from '../../domain/terms/term.entity.ts';
import { parseCost } from '../../lib/cost.ts';
import { sameText } from '../../lib/text.ts';
import { canonicalZone } from '../../lib/zones.ts';
import type { Outcome } from '../import/report.ts';
import { cleanFields } from './clean.ts';
import type { LineOf } from './lines.ts';
import { findRestored, newId, sharedColumns } from './restore-record.ts';
import type { RestoredIds } from './restored-ids.ts';

/** Gives an event its links, also those to records in the trash. @returns whether anything changed */
async function setLinks(em: EntityManager, ids: RestoredIds, event: number, line: LineOf<'event'>) {
  const venues = line.venues.map((id) => ids.require('venue', id));
  const organizers = line.organizers.map((id) => ids.require('organizer', id));
  const termIds = line.terms.map((id) => ids.require('term', id));
  const terms = await em.find(TermEntity, { id: { $in: termIds } });
  const idsOf = (kind: TermKind): number[] =>
    terms.filter(({ taxonomy }) => taxonomy === TAXONOMIES[kind]).map(({ id }) => id);
  const changes = [
    await replaceLinks(em, 'venue', [], new Map([[event, venues]])),
    await replaceLinks(em, 'organizer', [], new Map([[event, organizers]])),
    await replaceTerms(em, 'category', [event], idsOf('category')),
    await replaceTerms(em, 'tag', [event], idsOf('tag')),
  ];
  return changes.some(({ size }) => size > 0);
}

export async function restoreEvent(
  em: EntityManager,
  ids: RestoredIds,
  line: LineOf<'event'>,
): Promise<Outcome> {
  const { allDay, startLocal, endLocal, startUtc, endUtc } = line;
  const { postParent: parent, ...fields } = cleanFields(FIELDS, line.fields);
  const own = { ...fields, cost: parseCost(fields.cost) };
  const row = await findRestored(
    ids,
    line,
    (by) => em.findOne(EventEntity, by),
    (row) => sameText(row.title, own.title) && row.startUtc === startUtc,
  );
  const id = row?.id ?? (await newId(em, ids, line.id));
  const shared = await sharedColumns(em, line, id, row);
  const values = {
    ...shared,
    ...own,
    allDay,
    startLocal,
    endLocal,
    startUtc,
    endUtc,
    timezone: canonicalZone(line.timezone),
    lineage: ids.lineage(id, line.id, own.lineage),
    searchText: searchable(FIELDS, { ...own, ...shared }),
  };
  if (!row) em.create(EventEntity, { id, ...values, postParent: 0 });
  const isChanged = row ? assignChanged(row, values, line.modifiedUtc) : true;
  if (row && parent === 0 && row.postParent !== 0) row.postParent = 0;
  await em.flush();
  const isLinked = await setLinks(em, ids, id, line);
  ids.set('event', line.id, id);
  if (parent !== 0) ids.parents.set(id, parent);
  return row ? (isChanged || isLinked ? 'changed' : 'unchanged') : 'created';
}

/** Sets the parents of events, once all events are stored. */
export async function setParents(em: EntityManager, ids: RestoredIds): Promise<void> {
  for (const [id, sourceParent] of ids.parents) {
    const event = await em.findOne(EventEntity, id);
    const parent = ids.find('event', sourceParent);
    if (event && parent !== undefined) event.postParent = parent;
  }
  await em.flush();
}
