import { isDeepStrictEqual } from 'node:util';
import type { DocumentNode } from 'graphql';
import { sql } from 'kysely';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { textOfHtml } from '../../lib/html-text.ts';
import type { LinkedKind, RecordKind } from '../../lib/kinds.ts';
import { cleanHtml } from '../../lib/text.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import type { ExternalIdIndex } from './external-ids.ts';
import { findRecord, recordName } from './find-record.ts';
import { idOf, type Operations } from './operations.ts';
import { ImportError, type Outcome } from './report.ts';
import type { ImportItem } from './run-import.ts';
import type { SourceEvent, SourceRecord } from './source-records.ts';
import { type Links, storedState } from './stored-state.ts';
import type { TermImporter } from './term-importer.ts';

type Input = Readonly<Record<string, unknown>>;

const typeOf = (kind: RecordKind): string => kind.charAt(0).toUpperCase() + kind.slice(1);
const ofKinds = <V>(value: (kind: RecordKind) => V): Record<RecordKind, V> => ({
  event: value('event'),
  venue: value('venue'),
  organizer: value('organizer'),
});

/** In characters; longer than any global id or UID that programs make. */
const LONGEST_NAME = 1_000;
const isName = (name: string): boolean => name.length <= LONGEST_NAME && !name.includes('\0');

const isSame = (ids: readonly number[], others: readonly number[]): boolean => isDeepStrictEqual(ids, others);
const toLinks = (ids: readonly number[]): { id: number }[] => ids.map((id) => ({ id }));

/** Whether the description of an event, or else its excerpt, is this plain text once tags are taken out. */
async function says(db: Db, id: number, text: unknown): Promise<boolean> {
  const { description, excerpt } = await db
    .selectFrom('event')
    .select(['description', 'excerpt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return textOfHtml(description || excerpt) === textOfHtml(cleanHtml(String(text ?? '')));
}

async function setLineage(db: Db, kind: RecordKind, id: number, lineage: readonly string[]): Promise<void> {
  await sql`update ${sql.table(kind)} set lineage = ${JSON.stringify(lineage)}::jsonb where id = ${id}`.execute(
    db,
  );
}

/** Stores the events, venues and organizers of a source by the mutations of the API. */
export class RecordImporter {
  readonly #operations: Operations;
  readonly #known: ExternalIdIndex;
  readonly #terms: TermImporter;
  readonly #create: Record<RecordKind, DocumentNode>;
  readonly #update: Record<RecordKind, DocumentNode>;
  readonly #ids = ofKinds(() => new Set<number>());
  /** Events, by their ids here, that came before their parents. */
  readonly #children: { id: number; parent: string; event: SourceRecord }[] = [];

  constructor(operations: Operations, known: ExternalIdIndex, terms: TermImporter) {
    this.#operations = operations;
    this.#known = known;
    this.#terms = terms;
    this.#create = ofKinds((kind) =>
      operations.document(
        `mutation ($input: Create${typeOf(kind)}Input!) {
          record: create${typeOf(kind)}(input: $input) { id }
        }`,
      ),
    );
    this.#update = ofKinds((kind) =>
      operations.document(
        `mutation ($id: Int!, $input: Update${typeOf(kind)}Input!) {
          record: update${typeOf(kind)}(id: $id, input: $input) { id }
        }`,
      ),
    );
  }

  /**
   * A record that is in the trash here stays there. What takes place no more, and is not here, counts as nothing.
   * @throws ImportError, ServiceError as the mutations do
   */
  async store(part: Transaction, record: SourceRecord): Promise<Outcome | null> {
    const { kind, names } = record;
    if (!names.every(isName)) throw new ImportError('has a global id or UID that cannot be kept');
    const ids = this.#ids[kind];
    const row = await findRecord(part, this.#known, record, (id) => ids.has(id));
    if (!row && record.input.status === 'trash') return null;
    const [id, outcome] = row
      ? [row.id, await this.#renew(part, record, row)]
      : await this.#make(part, record);
    ids.add(id);
    this.#known.add(kind, names, id);
    const parent = record.kind === 'event' ? record.parent : undefined;
    if (parent !== undefined && this.#known.find('event', [parent]) === undefined)
      this.#children.push({ id, parent, event: record });
    return outcome;
  }

  /** Sets the parents of events that came before them. */
  *rest(): Generator<ImportItem> {
    for (const { id, parent, event } of this.#children) {
      const above = this.#known.find('event', [parent]);
      if (above === undefined) continue;
      yield {
        kind: event.kind,
        at: event.at,
        what: recordName(event),
        store: async (part) => {
          await this.#operations.ask(this.#update.event, { id, input: { postParent: above } }, part);
          return null;
        },
      };
    }
  }

  async #make(part: Transaction, record: SourceRecord): Promise<[id: number, outcome: Outcome]> {
    const asNew = record.kind === 'event' ? record.asNew : undefined;
    const input = { ...asNew, ...(await this.#linked(part, record)) };
    const id = idOf(await this.#operations.ask(this.#create[record.kind], { input }, part));
    const lineage = this.#known.elsewhere(record.names, id);
    if (lineage.length > 0) await setLineage(part.db, record.kind, id, lineage);
    return [id, 'created'];
  }

  async #renew(
    part: Transaction,
    record: SourceRecord,
    { id, status, lineage }: { id: number; status: string; lineage: readonly string[] },
  ): Promise<Outcome> {
    const { kind, names } = record;
    if (status === 'trash') return 'unchanged';
    const before = await storedState(part.db, kind, id);
    const whole = await this.#linked(part, record, before.links);
    const { description, ...others } = whole;
    const isSaid = record.kind === 'event' && record.isPlain && (await says(part.db, id, description));
    const input = isSaid ? others : whole;
    await this.#operations.ask(this.#update[kind], { id, input }, part);
    const added = this.#known.elsewhere(names, id).filter((name) => !lineage.includes(name));
    if (added.length > 0) await setLineage(part.db, kind, id, [...lineage, ...added]);
    return isDeepStrictEqual(await storedState(part.db, kind, id), before) ? 'unchanged' : 'changed';
  }

  /**
   * The input of a mutation, with ids of this calendar for what the record names.
   * @param present the links that the event has here; equal ones are left out, which saves their checks
   */
  async #linked(part: Transaction, record: SourceRecord, present?: Links): Promise<Input> {
    if (record.kind !== 'event') return { ...record.input };
    const { parent } = record;
    const parentId = parent === undefined ? undefined : this.#known.find('event', [parent]);
    return {
      ...record.input,
      ...(await this.#links(part, 'venue', record.venues, present)),
      ...(await this.#links(part, 'organizer', record.organizers, present)),
      ...this.#termLinks(record, present),
      ...(parentId !== undefined && { postParent: parentId }),
    };
  }

  #termLinks({ categories, tags }: Partial<SourceEvent>, present?: Links): Input {
    const ids = {
      ...(categories && { categories: this.#terms.ids('category', categories) }),
      ...(tags && { tags: this.#terms.ids('tag', tags) }),
    };
    const all = [...new Set(Object.values(ids).flat())].toSorted((one, other) => one - other);
    if (categories && tags && present && isSame(all, present.terms)) return {};
    return Object.fromEntries(Object.entries(ids).map(([name, terms]) => [name, toLinks(terms)]));
  }

  /** Links to records, except those in the trash here. @throws ImportError for one that has not been imported */
  async #links(
    { db }: Transaction,
    kind: LinkedKind,
    names: readonly string[] | undefined,
    present: Links | undefined,
  ): Promise<Input> {
    if (!names) return {};
    const ids = names.map((name) => this.#known.find(kind, [name]));
    const missing = names.find((_, at) => ids[at] === undefined);
    if (missing !== undefined) throw new ImportError(`names the ${kind} ${missing}, which has not come`);
    const wanted = [...new Set(ids.filter((id) => id !== undefined))];
    if (present && isSame(wanted, present[kind])) return {};
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(kind)} where id = any(${wanted}::int[]) and status <> 'trash'`.execute(db);
    const usable = new Set(rows.map(({ id }) => id));
    return { [kind]: toLinks(wanted.filter((id) => usable.has(id))) };
  }
}
