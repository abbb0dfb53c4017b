import { isDeepStrictEqual } from 'node:util';
import type { DocumentNode } from 'graphql';
import { sql } from 'kysely';
import { capital } from '../../api/contract/endpoints.ts';
import type { Transaction } from '../../domain/context/context.ts';
import { textOfHtml } from '../../lib/html-text.ts';
import { type LinkedKind, PLURALS, type RecordKind } from '../../lib/kinds.ts';
import { isDatedSlug, slugify } from '../../lib/slug.ts';
import { cleanHtml } from '../../lib/text.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import { CreatedLinks } from './created-links.ts';
import type { ExternalIdIndex } from './external-ids.ts';
import { findRecord, recordName } from './find-record.ts';
import { type Operations, recordField, recordId } from './operations.ts';
import { ImportError, type Outcome } from './report.ts';
import type { ImportItem, ItemReport } from './run-import.ts';
import { seriesChange } from './series-change.ts';
import type { SourceEvent, SourceRecord } from './source-records.ts';
import { type Candidate, findCandidates, type Links, storedLinks, storedState } from './stored-state.ts';
import type { TermImporter } from './term-importer.ts';

type Input = Readonly<Record<string, unknown>>;

const ofKinds = <V>(value: (kind: RecordKind) => V): Record<RecordKind, V> => ({
  event: value('event'),
  venue: value('venue'),
  organizer: value('organizer'),
});

/** In characters; longer than any global id or UID that programs make. */
const MAX_ID_LENGTH = 1_000;
const isExternalId = (name: string): boolean => name.length <= MAX_ID_LENGTH && !name.includes('\0');

const isSame = (ids: readonly number[], others: readonly number[]): boolean => isDeepStrictEqual(ids, others);
const toLinks = (ids: readonly number[]): { id: number }[] => ids.map((id) => ({ id }));

/** Whether the description of an event, or else its excerpt, is this plain text once tags are taken out. */
const hasSameText = ({ description, excerpt }: Candidate, text: unknown): boolean =>
  textOfHtml(description || excerpt) === textOfHtml(cleanHtml(String(text ?? '')));

/** Whether a source says all of what an event has of some links, so that equal ones can be left out of its input. */
const namesLinks = (record: SourceRecord): boolean =>
  record.kind === 'event' &&
  (record.venues ?? record.organizers ?? (record.categories && record.tags)) !== undefined;

async function setLineage(db: Db, kind: RecordKind, id: number, lineage: readonly string[]): Promise<void> {
  await sql`update ${sql.table(kind)} set lineage = ${JSON.stringify(lineage)}::jsonb where id = ${id}`.execute(
    db,
  );
}

/** Stores the events, venues and organizers of a source by the mutations of the API. */
export class RecordImporter {
  readonly #operations: Operations;
  readonly #index: ExternalIdIndex;
  readonly #terms: TermImporter;
  readonly #create: Record<RecordKind, DocumentNode>;
  readonly #update: Record<RecordKind, DocumentNode>;
  readonly #updateSeries: DocumentNode;
  /** The records here that records of the source stand for. */
  readonly #storedIds = ofKinds(() => new Set<number>());
  readonly createdLinks = new CreatedLinks();
  /** Events, by their ids here, that came before their parents. */
  readonly #withLaterParent: { id: number; parent: string; event: SourceRecord }[] = [];

  constructor(operations: Operations, index: ExternalIdIndex, terms: TermImporter) {
    this.#operations = operations;
    this.#index = index;
    this.#terms = terms;
    this.#create = ofKinds((kind) =>
      operations.document(
        `mutation ($input: Create${capital(kind)}Input!) {
          record: create${capital(kind)}(input: $input) { id }
        }`,
      ),
    );
    this.#update = ofKinds((kind) =>
      operations.document(
        `mutation ($id: Int!, $input: Update${capital(kind)}Input!) {
          record: update${capital(kind)}(id: $id, input: $input) { modifiedUtc }
        }`,
      ),
    );
    this.#updateSeries = operations.document(
      `mutation ($id: Int!, $input: UpdateEventInput!) {
        record: updateEvent(id: $id, input: $input, scope: ALL) { modifiedUtc }
      }`,
    );
  }

  /**
   * A record that is in the trash here stays there. What takes place no more, and is not here, counts as nothing.
   * @throws ImportError, ServiceError as the mutations do
   */
  async store(
    transaction: Transaction,
    record: SourceRecord,
    { created }: Pick<ItemReport, 'created'>,
  ): Promise<Outcome | null> {
    const { kind, externalIds } = record;
    if (!externalIds.every(isExternalId))
      throw new ImportError('has a global id or UID that cannot be stored');
    const ids = this.#storedIds[kind];
    const inPlace = () => this.#occurrence(transaction, record);
    // In a table, slugs of a series that was moved may be those of its other dates.
    const candidate =
      (externalIds.length === 0 ? await inPlace() : undefined) ??
      (await findRecord(transaction, this.#index, record, (id) => ids.has(id))) ??
      (await inPlace());
    if (!candidate && record.input.status === 'trash') return null;
    const [id, outcome] = candidate
      ? [candidate.id, await this.#updateRecord(transaction, record, candidate)]
      : await this.#createRecord(transaction, record);
    ids.add(id);
    this.#index.add(kind, externalIds, id);
    const parent = record.kind === 'event' ? record.parent : undefined;
    if (parent !== undefined && this.#index.find('event', [parent]) === undefined)
      this.#withLaterParent.push({ id, parent, event: record });
    if (outcome !== 'unchanged' && record.kind === 'event')
      await this.createdLinks.count(transaction, record, id, created);
    return outcome;
  }

  /** The events of a series one by one, where they have come so before and the series has not; else null. */
  singlesOf({ singles, externalIds }: SourceEvent): readonly SourceEvent[] | null {
    if (!singles || this.#index.find('event', externalIds) !== undefined) return null;
    const events = singles();
    return events.some((event) => this.#index.find('event', event.externalIds) !== undefined) ? events : null;
  }

  /** The event here that a series has where a record of the source is. */
  async #occurrence({ em, db, context }: Transaction, record: SourceRecord): Promise<Candidate | undefined> {
    if (record.kind !== 'event' || !record.occurrence) return undefined;
    const { series, start } = record.occurrence;
    const parent =
      typeof series === 'string'
        ? sql`id = ${this.#index.find('event', [series]) ?? null}`
        : sql`slug = ${slugify(series.slug, context.settings.locale)}`;
    const { rows } = await sql<{ id: number }>`
      select id from event where recurrence_id = ${start}
      and series_id = (select series_id from event where ${parent})`.execute(db);
    const [row] = rows;
    return row && (await findCandidates(em, 'event', { id: row.id }))[0];
  }

  /** Sets the parents of events that came before them. */
  *deferred(): Generator<ImportItem> {
    for (const { id, parent, event } of this.#withLaterParent) {
      const parentId = this.#index.find('event', [parent]);
      if (parentId === undefined) continue;
      yield {
        kind: event.kind,
        at: event.at,
        what: recordName(event),
        store: async (transaction) => {
          await this.#operations.execute(
            this.#update.event,
            { id, input: { parentId } },
            transaction.context,
          );
          return null;
        },
      };
    }
  }

  async #createRecord(
    transaction: Transaction,
    record: SourceRecord,
  ): Promise<[id: number, outcome: Outcome]> {
    const onCreate = record.kind === 'event' ? record.onCreate : undefined;
    const input = { ...onCreate, ...(await this.#inputOf(transaction, record)) };
    const id = recordId(
      await this.#operations.execute(this.#create[record.kind], { input }, transaction.context),
    );
    const lineage = this.#index.withoutOwn(record.externalIds, id);
    if (lineage.length > 0) await setLineage(transaction.db, record.kind, id, lineage);
    return [id, 'created'];
  }

  async #updateRecord(
    transaction: Transaction,
    record: SourceRecord,
    candidate: Candidate,
  ): Promise<Outcome> {
    const { kind, externalIds } = record;
    const { id, status, lineage, modifiedUtc } = candidate;
    if (status === 'trash') return 'unchanged';
    // Of a record that has changed in this second already, the time does not show whether it changes again.
    const before =
      modifiedUtc === transaction.context.clock.nowUtc ? await storedState(transaction, kind, id) : null;
    const links = namesLinks(record) ? await storedLinks(transaction.db, id) : undefined;
    const complete = await this.#inputOf(transaction, record, links);
    const { description, ...others } = complete;
    const isSameText = record.kind === 'event' && record.isPlain && hasSameText(candidate, description);
    // The day in a slug may be another one than that of the event.
    const isMadeSlug = record.kind === 'event' && record.occurrence && isDatedSlug(record.input.slug ?? '');
    const said = {
      ...(isSameText ? others : complete),
      ...(isMadeSlug && externalIds.length === 0 && { slug: undefined }),
    };
    const change =
      record.kind === 'event' && record.input.recurrence
        ? await seriesChange(transaction, id, record, this.#index.isOwnSeries(externalIds))
        : null;
    const input = change ? { ...said, ...change } : said;
    const data = await this.#operations.execute(
      change ? this.#updateSeries : this.#update[kind],
      { id, input },
      transaction.context,
    );
    const added = this.#index
      .withoutOwn(externalIds, id)
      .filter((externalId) => !lineage.includes(externalId));
    if (added.length > 0) await setLineage(transaction.db, kind, id, [...lineage, ...added]);
    const isReplanned = (change?.recurrence ?? change?.recurrenceExceptions) !== undefined;
    if (isReplanned || added.length > 0 || recordField(data, 'modifiedUtc') !== modifiedUtc) return 'changed';
    if (before === null) return 'unchanged';
    return isDeepStrictEqual(await storedState(transaction, kind, id), before) ? 'unchanged' : 'changed';
  }

  /**
   * The input of a mutation, with ids of this calendar for what the record names.
   * @param storedLinks the links that the event has here; equal ones are left out, which saves their checks
   */
  async #inputOf(transaction: Transaction, record: SourceRecord, storedLinks?: Links): Promise<Input> {
    if (record.kind !== 'event') return { ...record.input };
    const { parent } = record;
    const parentId = parent === undefined ? undefined : this.#index.find('event', [parent]);
    return {
      ...record.input,
      ...(await this.#linkInput(transaction, 'venue', record.venues, storedLinks)),
      ...(await this.#linkInput(transaction, 'organizer', record.organizers, storedLinks)),
      ...this.#termLinks(record, storedLinks),
      ...(parentId !== undefined && { parentId }),
    };
  }

  #termLinks({ categories, tags }: Partial<SourceEvent>, storedLinks?: Links): Input {
    const ids = {
      ...(categories && { categories: this.#terms.ids('category', categories) }),
      ...(tags && { tags: this.#terms.ids('tag', tags) }),
    };
    const all = [...new Set(Object.values(ids).flat())].toSorted((one, other) => one - other);
    if (categories && tags && storedLinks && isSame(all, storedLinks.terms)) return {};
    return Object.fromEntries(Object.entries(ids).map(([name, terms]) => [name, toLinks(terms)]));
  }

  /** Links to records, except those in the trash here. @throws ImportError for one that has not been imported */
  async #linkInput(
    { db }: Transaction,
    kind: LinkedKind,
    externalIds: readonly string[] | undefined,
    storedLinks: Links | undefined,
  ): Promise<Input> {
    if (!externalIds) return {};
    const ids = externalIds.map((name) => this.#index.find(kind, [name]));
    const missing = externalIds.find((_, at) => ids[at] === undefined);
    if (missing !== undefined) throw new ImportError(`names the ${kind} ${missing}, which has not come`);
    const linkedIds = [...new Set(ids.filter((id) => id !== undefined))];
    if (storedLinks && isSame(linkedIds, storedLinks[kind])) return {};
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(kind)} where id = any(${linkedIds}::int[]) and status <> 'trash'`.execute(
      db,
    );
    const usableIds = new Set(rows.map(({ id }) => id));
    return { [PLURALS[kind]]: toLinks(linkedIds.filter((id) => usableIds.has(id))) };
  }
}
