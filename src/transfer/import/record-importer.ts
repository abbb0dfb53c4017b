import { capitalize } from '../../api/contract/endpoints.ts';
import type { OperationDeps } from '../../api/feeds/events.ts';
import { RestMutation } from '../../api/rest/index.ts';
import { mayReadEverything } from '../../domain/access/policy.ts';
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
  LINK_KINDS,
  type LinkName,
  recordName,
  type SourceEntry,
  type SourceKind,
  type SourceRecord,
} from './source.ts';
import {
  idsNotInTrash,
  type LastIds,
  lastIds,
  linksCreatedAfter,
  type RecordKey,
  type StoredRecord,
  setLineage,
  storedOccurrence,
  storedRecords,
  storedTerm,
} from './stored.ts';
import { withValidAddresses } from './valid-addresses.ts';

type Body = SourceRecord['body'];

/** In characters; longer than any global id or UID in practice. */
const MAX_ID_LENGTH = 1_000;
const isExternalId = (name: string): boolean => name.length <= MAX_ID_LENGTH && !name.includes('\0');

/** The prefix of all global ids of a calendar, `host?id=`; undefined for a UID. */
const calendarPrefix = ([name = '']: readonly string[]): string | undefined => /^.*\?id=/.exec(name)?.[0];

/** Whether the description of an event, else its excerpt, equals this plain text without its tags. */
const hasSameText = ({ description, excerpt }: StoredRecord, text: unknown): boolean =>
  textOfHtml(description || excerpt) === textOfHtml(cleanHtml(String(text ?? '')));

const isLinkName = (name: string): name is LinkName => name in LINK_KINDS;

/** Stores the records of a source with the API's mutations. */
export class RecordImporter {
  readonly #create: Readonly<Record<SourceKind, RestMutation>>;
  readonly #update: Readonly<Record<RecordKind, RestMutation>>;
  readonly #index = new ExternalIdIndex();
  /** Stored or counted records, as `venue 5`. */
  readonly #seen = new Set<string>();
  #last: LastIds = { event: 0, venue: 0, organizer: 0, term: 0 };
  /** Events that precede their parents in the source. */
  readonly #withLaterParent: SourceRecord[] = [];

  constructor(operations: OperationDeps) {
    const create = (kind: SourceKind): RestMutation =>
      new RestMutation(operations, `create${capitalize(kind)}`);
    const update = (kind: RecordKind): RestMutation =>
      new RestMutation(operations, `update${capitalize(kind)}`);
    this.#create = {
      ...{ event: create('event'), venue: create('venue'), organizer: create('organizer') },
      ...{ category: create('category'), tag: create('tag') },
    };
    this.#update = { event: update('event'), venue: update('venue'), organizer: update('organizer') };
  }

  /** Loads the state of this calendar. Call it before the first record. @param hosts of this calendar's global ids */
  async load(transaction: Transaction, hosts: readonly string[]): Promise<void> {
    await this.#index.load(transaction, hosts);
    this.#last = await lastIds(transaction.db);
  }

  /**
   * Stores a record. A trashed record stays in the trash. A removed event that does not exist here returns null and is
   * not counted. Updates its own state last, because a retry of the transaction calls it again.
   * @throws ImportError, and ServiceError as the mutations do
   */
  async store(
    transaction: Transaction,
    source: SourceEntry,
    { omit, created }: Pick<ItemReport, 'omit' | 'created'>,
  ): Promise<Outcome | null> {
    if (source.kind === 'unreadable') throw new ImportError(source.reason);
    const { kind, externalIds } = source;
    if (!externalIds.every(isExternalId))
      throw new ImportError('has a global id or UID that cannot be stored');
    const record = { ...source, body: withValidAddresses(source.body, omit) };
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
    return record.isLinksOnly ? null : outcome;
  }

  /** The single events of a series, if they were imported before as such and the series was not; else null. */
  knownSingleEvents(entry: SourceEntry): readonly SourceRecord[] | null {
    if (entry.kind === 'unreadable') return null;
    const { asSingleEvents: singles, externalIds } = entry;
    const isKnown = (ids: readonly string[]): boolean => this.#index.find('event', ids) !== undefined;
    if (!singles || isKnown(externalIds)) return null;
    const events = singles();
    return events.some((event) => isKnown(event.externalIds)) ? events : null;
  }

  /** Events that precede their parents in the source, reduced to that link. */
  *recordsWithLaterParent(): Generator<SourceRecord> {
    for (const { at, externalIds, body, links } of this.#withLaterParent)
      if (this.#index.find('event', links?.post_parent ?? []) !== undefined)
        yield {
          ...{ kind: 'event', at, externalIds, isLinksOnly: true },
          body: { title: body.title },
          links: { post_parent: links?.post_parent },
        };
  }

  /** Finds a term by its slug or name, or creates it. Never changes an existing one. */
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
   * Finds the stored record that corresponds to a record of the source:
   * 1. with one of its external ids;
   * 2. else, if the source has such ids: with its slug, provided that name and start (or city) match, and that it does
   * not correspond to another record of that source;
   * 3. else with its slug, or without a slug, with the same name and start (or city).
   * An occurrence also corresponds to the event of its series at that start. Records that the caller may not read do
   * not count. Only callers with the right to read everything may give another record an id of this calendar.
   */
  async #find(
    transaction: Transaction,
    record: SourceRecord,
    kind: RecordKind,
  ): Promise<StoredRecord | undefined> {
    const { externalIds, occurrence } = record;
    const findOccurrence = async (): Promise<StoredRecord | undefined> => {
      if (!occurrence) return undefined;
      const { series, start } = occurrence;
      const { locale } = transaction.context.settings;
      const parent =
        typeof series === 'string' ? this.#index.find('event', [series]) : slugify(series.slug, locale);
      return parent === undefined ? undefined : storedOccurrence(transaction, parent, start);
    };
    const id = this.#index.find(kind, externalIds);
    const [known] = id === undefined ? [] : await storedRecords(transaction, kind, { id });
    if (known) return known;
    if (!mayReadEverything(transaction.context.caller) && this.#index.isOwn(externalIds))
      throw new ImportError('has the id of another record of this calendar');
    // In a table, a slug of a moved series can belong to another of its dates, so the planned start comes first.
    return externalIds.length === 0
      ? ((await findOccurrence()) ?? this.#findByAttributes(transaction, record, kind))
      : ((await this.#findByAttributes(transaction, record, kind)) ?? findOccurrence());
  }

  /** Finds a record by slug, or by name and start (or city). */
  async #findByAttributes(
    transaction: Transaction,
    record: SourceRecord,
    kind: RecordKind,
  ): Promise<StoredRecord | undefined> {
    const { context } = transaction;
    const { externalIds, body } = record;
    const slug = slugify(String(body.slug ?? ''), context.settings.locale);
    const hasIds = externalIds.length > 0;
    if (hasIds && slug === '') return undefined;
    // With or without the suffix that the trash appends.
    const bySlug = { slug: [slug, `${slug}__trashed`] };
    const fields = this.#create[kind].fieldsOf({ ...record.onCreate, ...body });
    const startUtc = kind === 'event' ? (await timesOf(context, fields))?.startUtc : undefined;
    if (kind === 'event' && startUtc === undefined) return undefined;
    if (!hasIds && slug !== '') return (await storedRecords(transaction, kind, bySlug))[0];
    const name = plainText(recordName(record));
    const qualifier = startUtc ?? (kind === 'venue' ? String(body.city ?? '') : '');
    const byName: RecordKey = startUtc === undefined ? { name } : { startUtc };
    const prefix = calendarPrefix(externalIds);
    const isOfSource = ({ lineage }: StoredRecord): boolean =>
      prefix !== undefined && lineage.some((externalId) => externalId.startsWith(prefix));
    return (await storedRecords(transaction, kind, slug === '' ? byName : bySlug)).find(
      (stored) =>
        sameText(stored.name, name) &&
        sameText(stored.qualifier, qualifier) &&
        !this.#seen.has(`${kind} ${stored.id}`) &&
        !isOfSource(stored),
    );
  }

  async #add({ context, db }: Transaction, record: SourceRecord, kind: RecordKind): Promise<number> {
    const present = Object.entries(record.body).filter(([, value]) => value !== undefined);
    const body = {
      ...record.onCreate,
      ...Object.fromEntries(present),
      ...(await this.#linked(db, record)),
    };
    const id = await this.#create[kind].run(context, body);
    const lineage = this.#index.withoutOwn(record.externalIds, id);
    if (lineage.length > 0) await setLineage(db, kind, id, lineage);
    return id;
  }

  async #change(
    transaction: Transaction,
    record: SourceRecord,
    kind: RecordKind,
    { id, status, ...stored }: StoredRecord,
  ): Promise<Outcome> {
    if (status === 'trash') return 'unchanged';
    const { context, db } = transaction;
    const { externalIds, isPlain, occurrence, onCreate } = record;
    const { description, slug, ...others } = record.body;
    const isSameText = isPlain && hasSameText({ id, status, ...stored }, description);
    // In a table, the day in a generated slug can differ from the day of the event.
    const isGeneratedSlug = occurrence && externalIds.length === 0 && isDatedSlug(String(slug ?? ''));
    const body: Body = {
      ...others,
      ...(await this.#linked(db, record)),
      ...(!isSameText && { description }),
      ...(!isGeneratedSlug && { slug }),
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
    const [after] = await storedRecords(transaction, kind, { id });
    return after?.state === stored.state ? 'unchanged' : 'changed';
  }

  /**
   * Resolves the links of a record to ids of this calendar, without trashed records.
   * @throws ImportError for a link to a record that was not imported
   */
  async #linked(db: Db, { links = {} }: SourceRecord): Promise<Body> {
    const body: Record<string, unknown> = {};
    for (const [name, externalIds] of Object.entries(links)) {
      if (!externalIds || !isLinkName(name)) continue;
      const kind = LINK_KINDS[name];
      const found = externalIds.map((externalId) => this.#index.find(kind, [externalId]));
      const ids = [...new Set(found.filter((id) => id !== undefined))];
      const missing = externalIds.find((_, at) => found[at] === undefined);
      if (name === 'post_parent') body[name] = ids[0];
      else if (missing !== undefined)
        throw new ImportError(`links to the ${kind} ${missing}, which was not imported`);
      else if (name === 'parent') body[name] = ids[0];
      else body[name] = kind === 'venue' || kind === 'organizer' ? await idsNotInTrash(db, kind, ids) : ids;
    }
    return body;
  }

  /** Counts the venues, organizers and terms that an event created, because its body has them by name. */
  async #countLinks(
    db: Db,
    { body }: SourceRecord,
    event: number,
    created: ItemReport['created'],
  ): Promise<void> {
    if (!Object.keys(body).some(isLinkName)) return;
    for (const { kind, id } of await linksCreatedAfter(db, event, this.#last)) {
      if (this.#seen.has(`${kind} ${id}`)) continue;
      this.#seen.add(`${kind} ${id}`);
      created(kind);
    }
  }
}
