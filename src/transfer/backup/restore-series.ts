import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { EventEntity } from '../../domain/events/event.entity.ts';
import { SeriesEntity } from '../../domain/series/series.entity.ts';
import { BadValue } from '../../lib/errors.ts';
import { readRule } from '../../lib/recurrence.ts';
import { canonicalZone } from '../../lib/zones.ts';
import { ImportError, type Outcome } from '../import/report.ts';
import type { LineOf } from './lines.ts';
import type { RestoredIds } from './restored-ids.ts';

/** What a line plans, as it is stored. @throws ImportError for a rule that is none */
function planIn(line: LineOf<'series'>) {
  const { startLocal, duration, allDay, dates, exceptions, rolledUntilUtc } = line;
  const timezone = canonicalZone(line.timezone);
  const plan = { startLocal, duration, allDay, timezone, dates, exceptions, rolledUntilUtc };
  if (line.rule === null) return { ...plan, rule: null };
  try {
    return { ...plan, rule: readRule(line.rule, plan).text };
  } catch (error) {
    throw error instanceof BadValue ? new ImportError(`has a rule that is none: ${error.message}`) : error;
  }
}

/**
 * Restores a series: what it plans, and which events are its occurrences. These come before it in the file; a series
 * is the one here that has its parent, or else any of them. What has become an occurrence here since then remains one.
 */
export async function restoreSeries(
  em: EntityManager,
  ids: RestoredIds,
  line: LineOf<'series'>,
): Promise<Outcome> {
  const plan = planIn(line);
  const places = new Map<number, LineOf<'series'>['occurrences'][number]>();
  for (const occurrence of line.occurrences) {
    const id = ids.find('event', occurrence.event);
    if (id !== undefined) places.set(id, occurrence);
  }
  const [first] = places.keys();
  if (first === undefined) throw new ImportError('has no event that has come');
  const parentId = ids.find('event', line.parent) ?? first;
  const rows = await em.find(EventEntity, { id: { $in: [...places.keys()] } }, { orderBy: { id: 'asc' } });
  const known =
    rows.find(({ id }) => id === parentId)?.seriesId ?? rows.find(({ seriesId }) => seriesId)?.seriesId;
  const present = known ? await em.findOne(SeriesEntity, known) : null;
  const series = present ?? em.create(SeriesEntity, { ...plan, parentId });
  const values = { ...plan, parentId };
  let isChanged = Object.entries(values).some(
    ([name, value]) => !isDeepStrictEqual(Reflect.get(series, name), value),
  );
  em.assign(series, values);
  await em.flush();
  const moved = rows.filter((row) => {
    const place = places.get(row.id);
    return (
      row.seriesId !== series.id ||
      row.recurrenceId !== place?.recurrenceId ||
      row.isDetached !== place?.isDetached
    );
  });
  if (moved.length > 0) {
    // No two may have one place, even for a moment.
    const taken = {
      seriesId: series.id,
      recurrenceId: { $in: moved.map(({ id }) => places.get(id)?.recurrenceId ?? '') },
    };
    const alone = { seriesId: null, recurrenceId: null, isDetached: false };
    for (const row of [...moved, ...(await em.find(EventEntity, taken))]) em.assign(row, alone);
    await em.flush();
    for (const row of moved) {
      const { recurrenceId, isDetached } = places.get(row.id) ?? {};
      em.assign(row, {
        seriesId: series.id,
        recurrenceId: recurrenceId ?? null,
        isDetached: isDetached ?? false,
      });
    }
    isChanged = true;
  }
  await em.flush();
  return present ? (isChanged ? 'changed' : 'unchanged') : 'created';
}
