import { capital } from '../../api/contract/endpoints.ts';
import type { OperationDeps } from '../../api/feeds/events.ts';
import { Writing } from '../../api/rest/index.ts';
import type { Transaction } from '../../domain/context/context.ts';
import { textOfHtml } from '../../lib/html-text.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { isDatedSlug, slugify } from '../../lib/slug.ts';
import { cleanHtml, plainText, sameText } from '../../lib/text.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import { ExternalIdIndex } from './external-ids.ts';
import { ImportError, type ItemReport, type Outcome } from './report.ts';
import { seriesChange, timesOf } from './series-change.ts';
import {
  LINKED,
  type LinkName,
  recordName,
  type SourceEntry,
  type SourceKind,
  type SourceRecord,
} from './source.ts';
import {
  type LastIds,
  lastIds,
  linksAfter,
  type RecordKey,
  type Stored,
  setLineage,
  storedOccurrence,
  storedRecords,
  storedTerm,
  usableIds,
} from './stored.ts';
import { withValidAddresses } from './valid-addresses.ts';

type Body = SourceRecord['body'];

/** In characters; longer than any global id or UID that programs make. */
const MAX_ID_LENGTH = 1_000;
const isExternalId = (name: string): boolean => name.length <= MAX_ID_LENGTH && !name.includes('\0');

/** What all global ids of a calendar begin with, `host?id=`; undefined for a UID. */
const calendarPrefix = ([name = '']: readonly string[]): string | undefined => /^.*\?id=/.exec(name)?.[0];

/** Whether the description of an event, or else its excerpt, is this plain text once tags are taken out. */
const hasSameText = ({ description, excerpt }: Stored, text: unknown): boolean =>
  textOfHtml(description || excerpt) === textOfHtml(cleanHtml(String(text ?? '')));

const isLinkName = (name: string): name is LinkName => name in LINKED;

/** Stores the records of a source by the mutations of the API. */
export class RecordImporter {
  readonly #create: Readonly<Record<SourceKind, Writing>>;
  readonly #update: Readonly<Record<RecordKind, Writing>>;
  readonly #index = new ExternalIdIndex();
  /** Records that have been stored or counted, as `venue 5`. */
  readonly #seen = new Set<string>();
  #last: LastIds = { event: 0, venue: 0, organizer: 0, term: 0 };
  /** Events that came before their parents. */
  readonly #withLaterParent: SourceRecord[] = [];

  constructor(operations: OperationDeps) {
    const create = (kind: SourceKind): Writing => new Writing(operations, `create${capital(kind)}`);
    const update = (kind: RecordKind): Writing => new Writing(operations, `update${capital(kind)}`);
    this.#create = {
      ...{ event: create('event'), venue: create('venue'), organizer: create('organizer') },
      ...{ category: create('category'), tag: create('tag') },
    };
    this.#update = { event: update('event'), venue: update('venue'), organizer: update('organizer') };
  }

  /** Reads what is here. Has to be called before the first record. @param hosts those of this calendar */
  async begin(db: Db, hosts: readonly string[]): Promise<void> {
    await this.#index.load(db, hosts);
    this.#last = await lastIds(db);
  }

  /**
   * Stores a record. One that is in the trash here stays there. An event that takes place no more, and is not here, counts
   * as nothing. It may run again when its transaction is retried, so it changes its own state last.
   * @throws ImportError, ServiceError as the mutations do
   */
  async store(
    transaction: Transaction,
    source: SourceEntry,
    { leaveOut, created }: Pick<ItemReport, 'leaveOut' | 'created'>,
  ): Promise<Outcome | null> {
    if (source.kind === 'unreadable') throw new ImportError(source.reason);
    const { kind, externalIds } = source;
    if (!externalIds.every(isExternalId))
      throw new ImportError('has a global id or UID that cannot be stored');
    const record = { ...source, body: withValidAddresses(source.body, leaveOut) };
    if (kind === 'category' || kind === 'tag') return this.#storeTerm(transaction, record, kind);
    const stored = await this.#find(transaction, record, kind);
    if (!stored && record.body.status === 'trash') return null;
    const outcome = stored ? await this.#change(transaction, record, kind, stored) : 'created';
    const id = stored?.id ?? (await this.#add(transaction, record, kind));
    this.#seen.add(`${kind} ${id}`);
    this.#index.add(kind, externalIds, id);
    const parent = record.links?.post_parent;
    if (parent && this.#index.find('event', parent) === undefined) this.#withLaterParent.push(record);
    if (kind === 'event' && outcome !== 'unchanged')
      await this.#countLinks(transaction.db, record, id, created);
    return record.isAgain ? null : outcome;
  }

  /** The events of a series one by one, where they have come so before and the series has not; else null. */
  singlesOf(entry: SourceEntry): readonly SourceRecord[] | null {
    if (entry.kind === 'unreadable') return null;
    const { singles, externalIds } = entry;
    const isKnown = (ids: readonly string[]): boolean => this.#index.find('event', ids) !== undefined;
    if (!singles || isKnown(externalIds)) return null;
    const events = singles();
    return events.some((event) => isKnown(event.externalIds)) ? events : null;
  }

  /** Events that came before their parents, for these alone. */
  *later(): Generator<SourceRecord> {
    for (const { at, externalIds, body, links } of this.#withLaterParent)
      if (this.#index.find('event', links?.post_parent ?? []) !== undefined)
        yield {
          ...{ kind: 'event', at, externalIds, isAgain: true },
          body: { title: body.title },
          links: { post_parent: links?.post_parent },
        };
  }

  /** A category or tag that exists here already, by its slug or name, is not changed. */
  async #storeTerm(
    { context, db }: Transaction,
    record: SourceRecord,
    kind: 'category' | 'tag',
  ): Promise<Outcome> {
    const body: Body = { ...record.body, ...(await this.#linked(db, record)) };
    const slug = slugify(String(body.slug ?? ''), context.settings.locale);
    const known = await storedTerm(db, kind, slug, String(body.name), Number(body.parent ?? 0));
    const id = known ?? (await this.#create[kind].run(context, body));
    this.#index.add(kind, record.externalIds, id);
    return known === undefined ? 'created' : 'unchanged';
  }

  /**
   * Finds the record of this calendar that a record of the source stands for:
   * 1. the one that has one of its external ids;
   * 2. else, if the source gives such ids: the one with its slug, provided that name and start (or city)
   * agree, and that it does not stand for another record of that source;
   * 3. else the one with its slug, or without a slug the one of the same name and start (or city).
   * An occurrence is also the event that its series has at that start.
   */
  async #find(transaction: Transaction, record: SourceRecord, kind: RecordKind): Promise<Stored | undefined> {
    const { db } = transaction;
    const { externalIds, occurrence } = record;
    const inPlace = async (): Promise<Stored | undefined> => {
      if (!occurrence) return undefined;
      const { series, start } = occurrence;
      const { locale } = transaction.context.settings;
      const parent =
        typeof series === 'string' ? this.#index.find('event', [series]) : slugify(series.slug, locale);
      return parent === undefined ? undefined : storedOccurrence(db, parent, start);
    };
    const id = this.#index.find(kind, externalIds);
    const [known] = id === undefined ? [] : await storedRecords(db, kind, { id });
    if (known) return known;
    // In a table, slugs of a series that was moved may be those of its other dates.
    return externalIds.length === 0
      ? ((await inPlace()) ?? this.#findByFacts(transaction, record, kind))
      : ((await this.#findByFacts(transaction, record, kind)) ?? inPlace());
  }

  async #findByFacts(
    { context, db }: Transaction,
    record: SourceRecord,
    kind: RecordKind,
  ): Promise<Stored | undefined> {
    const { externalIds, body } = record;
    const slug = slugify(String(body.slug ?? ''), context.settings.locale);
    const hasIds = externalIds.length > 0;
    if (hasIds && slug === '') return undefined;
    // With the slug, or with the suffix that the trash puts behind it.
    const bySlug = { slug: [slug, `${slug}__trashed`] };
    const fields = this.#create[kind].fieldsOf({ ...record.onCreate, ...body });
    const startUtc = kind === 'event' ? (await timesOf(context, fields))?.startUtc : undefined;
    if (kind === 'event' && startUtc === undefined) return undefined;
    if (!hasIds && slug !== '') return (await storedRecords(db, kind, bySlug))[0];
    const name = plainText(recordName(record));
    const qualifier = startUtc ?? (kind === 'venue' ? String(body.city ?? '') : '');
    const byName: RecordKey = startUtc === undefined ? { name } : { startUtc };
    const prefix = calendarPrefix(externalIds);
    const isOfSource = ({ lineage }: Stored): boolean =>
      prefix !== undefined && lineage.some((externalId) => externalId.startsWith(prefix));
    return (await storedRecords(db, kind, slug === '' ? byName : bySlug)).find(
      (stored) =>
        sameText(stored.name, name) &&
        sameText(stored.qualifier, qualifier) &&
        !this.#seen.has(`${kind} ${stored.id}`) &&
        !isOfSource(stored),
    );
  }

  async #add({ context, db }: Transaction, record: SourceRecord, kind: RecordKind): Promise<number> {
    const body = { ...record.onCreate, ...record.body, ...(await this.#linked(db, record)) };
    const id = await this.#create[kind].run(context, body);
    const lineage = this.#index.withoutOwn(record.externalIds, id);
    if (lineage.length > 0) await setLineage(db, kind, id, lineage);
    return id;
  }

  async #change(
    transaction: Transaction,
    record: SourceRecord,
    kind: RecordKind,
    { id, status, ...stored }: Stored,
  ): Promise<Outcome> {
    if (status === 'trash') return 'unchanged';
    const { context, db } = transaction;
    const { externalIds, isPlain, occurrence, onCreate } = record;
    const { description, slug, ...others } = record.body;
    const isSameText = isPlain && hasSameText({ id, status, ...stored }, description);
    // In a table, the day in a slug may be another one than that of the event.
    const isMadeSlug = occurrence && externalIds.length === 0 && isDatedSlug(String(slug ?? ''));
    const body: Body = {
      ...others,
      ...(await this.#linked(db, record)),
      ...(!isSameText && { description }),
      ...(!isMadeSlug && { slug }),
    };
    const change =
      kind === 'event' && body.recurrence
        ? await seriesChange(
            transaction,
            id,
            body,
            this.#create.event.fieldsOf({ ...onCreate, ...record.body }),
            this.#index.isOwnSeries(externalIds),
          )
        : null;
    await this.#update[kind].run(context, change ? { ...body, ...change, scope: 'all' } : body, { id });
    const known = new Set(stored.lineage);
    const added = this.#index.withoutOwn(externalIds, id).filter((externalId) => !known.has(externalId));
    if (added.length > 0) await setLineage(db, kind, id, [...stored.lineage, ...added]);
    const [after] = await storedRecords(db, kind, { id });
    return after?.state === stored.state ? 'unchanged' : 'changed';
  }

  /**
   * The links of a record by ids of this calendar, without those to the trash.
   * @throws ImportError for one that has not been imported
   */
  async #linked(db: Db, { links = {} }: SourceRecord): Promise<Body> {
    const body: Record<string, unknown> = {};
    for (const [name, externalIds] of Object.entries(links)) {
      if (!externalIds || !isLinkName(name)) continue;
      const kind = LINKED[name];
      const found = externalIds.map((externalId) => this.#index.find(kind, [externalId]));
      const ids = [...new Set(found.filter((id) => id !== undefined))];
      const missing = externalIds.find((_, at) => found[at] === undefined);
      if (name === 'post_parent') body[name] = ids[0];
      else if (missing !== undefined)
        throw new ImportError(`names the ${kind} ${missing}, which has not come`);
      else if (name === 'parent') body[name] = ids[0];
      else body[name] = kind === 'venue' || kind === 'organizer' ? await usableIds(db, kind, ids) : ids;
    }
    return body;
  }

  /** Counts the venues, organizers and terms that an event has created by naming them in its body. */
  async #countLinks(
    db: Db,
    { body }: SourceRecord,
    event: number,
    created: ItemReport['created'],
  ): Promise<void> {
    if (!Object.keys(body).some(isLinkName)) return;
    for (const { kind, id } of await linksAfter(db, event, this.#last)) {
      if (this.#seen.has(`${kind} ${id}`)) continue;
      this.#seen.add(`${kind} ${id}`);
      created(kind);
    }
  }
}
