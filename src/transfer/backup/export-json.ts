import type { EntityManager } from '@mikro-orm/postgresql';
import { storedOf } from '../../domain/content/fields.ts';
import { EventEntity } from '../../domain/events/event.entity.ts';
import { FIELDS as EVENT } from '../../domain/events/event.fields.ts';
import { ImageEntity } from '../../domain/images/image.entity.ts';
import { OrganizerEntity } from '../../domain/organizers/organizer.entity.ts';
import { FIELDS as organizerFields } from '../../domain/organizers/organizer.fields.ts';
import { SeriesEntity } from '../../domain/series/series.entity.ts';
import { TAXONOMIES } from '../../domain/terms/index.ts';
import { TermEntity } from '../../domain/terms/term.entity.ts';
import { UserEntity } from '../../domain/users/user.entity.ts';
import { VenueEntity } from '../../domain/venues/venue.entity.ts';
import { FIELDS as venueFields } from '../../domain/venues/venue.fields.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { entityManagerOn, kysely, UNMANAGED } from '../../platform/postgres/orm.ts';
import { ensureCalendarId } from '../import/calendar-id.ts';
import { beyond, entityPages, NEXT_PAGE } from '../import/entity-pages.ts';
import { lastIdOf, RECORD_ENTITIES } from '../import/record-entities.ts';
import { type Line, VERSION } from './lines.ts';

type WriteLine = (line: Line) => Promise<void>;

/** What records refer to: the logins of authors and the addresses of images, by id. */
interface Names {
  authors: ReadonlyMap<number, string>;
  images: ReadonlyMap<number, string>;
}

interface RecordRow {
  id: number;
  authorId: number;
  status: Extract<Line, { kind: 'event' }>['status'];
  publishedUtc: string;
  modifiedUtc: string;
  undated: boolean;
  slug: string;
  description: string;
  excerpt: string;
  imageId?: number | null | undefined;
}

const sharedLine = (row: RecordRow, { authors, images }: Names) => ({
  id: row.id,
  author: authors.get(row.authorId) ?? null,
  status: row.status,
  dateUtc: row.publishedUtc,
  modifiedUtc: row.modifiedUtc,
  undated: row.undated,
  slug: row.slug,
  description: row.description,
  excerpt: row.excerpt,
  image: images.get(row.imageId ?? 0) ?? null,
});

type SharedLine = ReturnType<typeof sharedLine>;

async function imagesOf(em: EntityManager, rows: readonly RecordRow[]): Promise<Map<number, string>> {
  const ids = rows.flatMap(({ imageId }) => imageId ?? []);
  const images = await em.find(ImageEntity, { id: { $in: ids } }, UNMANAGED);
  return new Map(images.map(({ id, url }) => [id, url]));
}

const lastIds = async (em: EntityManager): Promise<{ lastId: number; lastTermId: number }> => ({
  lastId: await lastIdOf(em, Object.values(RECORD_ENTITIES)),
  lastTermId: await lastIdOf(em, [TermEntity.class]),
});

/** Writes users, without passwords. @returns logins by id */
async function exportUsers(em: EntityManager, write: WriteLine): Promise<Map<number, string>> {
  const users = await em.find(UserEntity, {}, { ...UNMANAGED, orderBy: { id: 'asc' } });
  for (const { id, login, role, name, createdUtc } of users)
    await write({ kind: 'user', id, login, role, name, createdUtc });
  return new Map(users.map(({ id, login }) => [id, login]));
}

/** Writes terms, each after its parent. */
async function exportTerms(em: EntityManager, write: WriteLine): Promise<void> {
  const terms = await em.find(TermEntity, {}, { ...UNMANAGED, orderBy: { id: 'asc' } });
  const below = Map.groupBy(terms, ({ parentId }) => parentId);
  const descend = async (parent: number): Promise<void> => {
    for (const { id, taxonomy, name, slug, description } of below.get(parent) ?? []) {
      const line = { id, name, slug, description };
      if (taxonomy === TAXONOMIES.tag) await write({ kind: 'tag', ...line, parent: 0 });
      else await write({ kind: 'category', ...line, parent });
      await descend(id);
    }
  };
  await descend(0);
}

/** Writes all records of one kind. */
type ExportKind = (em: EntityManager, authors: Names['authors'], write: WriteLine) => Promise<void>;

const exportDirectory =
  <Row extends RecordRow>(
    find: (em: EntityManager, after: number) => Promise<Row[]>,
    lineOf: (row: Row, shared: SharedLine) => Line,
  ): ExportKind =>
  async (em, authors, write) => {
    for await (const rows of entityPages((after) => find(em, after))) {
      const names = { authors, images: await imagesOf(em, rows) };
      for (const row of rows) await write(lineOf(row, sharedLine(row, names)));
    }
  };

/** In this order; events, which are linked to all of them, follow. */
const DIRECTORIES: Readonly<Record<Exclude<RecordKind, 'event'>, ExportKind>> = {
  venue: exportDirectory(
    (em, after) => em.find(VenueEntity, beyond(after), NEXT_PAGE),
    (row, shared) => ({ kind: 'venue', ...shared, fields: storedOf(venueFields, row) }),
  ),
  organizer: exportDirectory(
    (em, after) => em.find(OrganizerEntity, beyond(after), NEXT_PAGE),
    (row, shared) => ({ kind: 'organizer', ...shared, fields: storedOf(organizerFields, row) }),
  ),
};

/** Of what events are linked to, ids are enough. */
const LINKS = { populate: ['venues:ref', 'organizers:ref', 'terms:ref'] } as const;

async function exportEvents(em: EntityManager, authors: Names['authors'], write: WriteLine): Promise<void> {
  const find = (after: number) => em.find(EventEntity, beyond(after), { ...NEXT_PAGE, ...LINKS });
  for await (const rows of entityPages(find)) {
    const names = { authors, images: await imagesOf(em, rows) };
    for (const row of rows)
      await write({
        kind: 'event',
        ...sharedLine(row, names),
        timezone: row.timezone,
        allDay: row.allDay,
        startLocal: row.startLocal,
        endLocal: row.endLocal,
        startUtc: row.startUtc,
        endUtc: row.endUtc,
        fields: storedOf(EVENT, row),
        venues: row.venues.getIdentifiers(),
        organizers: row.organizers.getIdentifiers(),
        terms: row.terms.getIdentifiers().sort((one, other) => one - other),
      });
  }
}

/** Writes series, after all events. */
async function exportSeries(em: EntityManager, write: WriteLine): Promise<void> {
  for await (const all of entityPages((after) => em.find(SeriesEntity, beyond(after), NEXT_PAGE)))
    for (const series of all) {
      const {
        parentId: parent,
        rule,
        dates,
        exceptions,
        startLocal,
        duration,
        allDay,
        timezone,
        rolledUntilUtc,
      } = series;
      const events = await em.find(
        EventEntity,
        { seriesId: series.id },
        { ...UNMANAGED, fields: ['id', 'recurrenceId', 'isDetached'], orderBy: { recurrenceId: 'asc' } },
      );
      const occurrences = events.map(({ id: event, recurrenceId, isDetached }) => ({
        event,
        recurrenceId: recurrenceId ?? startLocal,
        isDetached,
      }));
      const plan = { rule: rule ?? null, dates, exceptions, startLocal, duration, allDay, timezone };
      await write({ kind: 'series', parent, ...plan, rolledUntilUtc: rolledUntilUtc ?? null, occurrences });
    }
}

/**
 * Writes everything that the calendar holds, from one snapshot of the database (decisions/0042).
 * @param host of the calendar's public address, if it has one
 */
export async function exportJson(em: EntityManager, host: string | null, write: WriteLine): Promise<void> {
  const origin = await ensureCalendarId(em.fork());
  const snapshot = kysely(em).transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  await snapshot.execute(async (transaction) => {
    const within = entityManagerOn(em, transaction);
    await write({ kind: 'calendar', version: VERSION, origin, host, ...(await lastIds(within)) });
    const authors = await exportUsers(within, write);
    await exportTerms(within, write);
    for (const exportKind of Object.values(DIRECTORIES)) await exportKind(within, authors, write);
    await exportEvents(within, authors, write);
    await exportSeries(within, write);
  });
}
