import type { DocumentNode } from 'graphql';
import { sql } from 'kysely';
import type { Transaction } from '../context.ts';
import type { Db } from '../database/orm.ts';
import { LINKED_KINDS, type LinkedKind, type RecordKind } from '../records/kinds.ts';
import type { BroughtTerms } from './bring-term.ts';
import { findRecord, nameOf } from './find-record.ts';
import type { Known } from './known.ts';
import { idOf, type Operations } from './operations.ts';
import type { RecordOfSource } from './records.ts';
import { type Outcome, Refused } from './report.ts';
import type { Item } from './run.ts';

type Input = Readonly<Record<string, unknown>>;

const typeOf = (kind: RecordKind): string => kind.charAt(0).toUpperCase() + kind.slice(1);
const ofKinds = <V>(value: (kind: RecordKind) => V): Record<RecordKind, V> => ({
  event: value('event'),
  venue: value('venue'),
  organizer: value('organizer'),
});

/** All that is stored of a record but when it was changed last: what a change has to change. */
async function stateOf(db: Db, kind: RecordKind, id: number): Promise<string> {
  const links = LINKED_KINDS.map(
    (linked) => sql`array(select ${sql.ref(`${linked}_id`)} from ${sql.table(`event_${linked}`)}
      where event_id = ${id} order by position)::text`,
  );
  const terms = sql`array(select term_id from event_term where event_id = ${id} order by term_id)::text`;
  const parts = [
    sql`(to_jsonb(record) - 'modified_utc')::text`,
    ...(kind === 'event' ? [...links, terms] : []),
  ];
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ', ${sql.join(parts)}) as state from ${sql.table(kind)} as record where id = ${id}`.execute(
    db,
  );
  return rows[0]?.state ?? '';
}

async function setLineage(db: Db, kind: RecordKind, id: number, lineage: readonly string[]): Promise<void> {
  await sql`update ${sql.table(kind)} set lineage = ${JSON.stringify(lineage)}::jsonb where id = ${id}`.execute(
    db,
  );
}

/** Stores the events, venues and organizers of a source by the operations of the API. */
export class BroughtRecords {
  readonly #operations: Operations;
  readonly #known: Known;
  readonly #terms: BroughtTerms;
  readonly #create: Record<RecordKind, DocumentNode>;
  readonly #update: Record<RecordKind, DocumentNode>;
  readonly #ids = ofKinds(() => new Set<number>());
  /** Events here that came before their parents. */
  readonly #children: { id: number; parent: string; event: RecordOfSource }[] = [];

  constructor(operations: Operations, known: Known, terms: BroughtTerms) {
    this.#operations = operations;
    this.#known = known;
    this.#terms = terms;
    this.#create = ofKinds((kind) =>
      operations.document(
        `mutation ($input: Create${typeOf(kind)}Input!) { record: create${typeOf(kind)}(input: $input) { id } }`,
      ),
    );
    this.#update = ofKinds((kind) =>
      operations.document(
        `mutation ($id: Int!, $input: Update${typeOf(kind)}Input!) { record: update${typeOf(kind)}(id: $id, input: $input) { id } }`,
      ),
    );
  }

  /** What is in the trash here stays there. @throws Refused, ServiceError as the operations do */
  async store(part: Transaction, record: RecordOfSource): Promise<Outcome> {
    const { kind, names } = record;
    const ids = this.#ids[kind];
    const row = await findRecord(part, this.#known, record, (id) => ids.has(id));
    if (!row && record.input.status === 'trash') return 'unchanged';
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

  /** What is left to be done when all have come: to put events below those that came after them. */
  *rest(): Generator<Item> {
    for (const { id, parent, event } of this.#children) {
      const above = this.#known.find('event', [parent]);
      if (above === undefined) continue;
      yield {
        ...{ kind: event.kind, at: event.at, what: nameOf(event) },
        store: async (part) => {
          await this.#operations.ask(this.#update.event, { id, input: { postParent: above } }, part);
          return null;
        },
      };
    }
  }

  async #make(part: Transaction, record: RecordOfSource): Promise<[id: number, outcome: Outcome]> {
    const input = await this.#linked(part, record);
    const id = idOf(await this.#operations.ask(this.#create[record.kind], { input }, part));
    const lineage = this.#known.elsewhere(record.names, id);
    if (lineage.length > 0) await setLineage(part.db, record.kind, id, lineage);
    return [id, 'created'];
  }

  async #renew(
    part: Transaction,
    record: RecordOfSource,
    { id, status, lineage }: { id: number; status: string; lineage: readonly string[] },
  ): Promise<Outcome> {
    const { kind, names } = record;
    if (status === 'trash') return 'unchanged';
    const before = await stateOf(part.db, kind, id);
    const input = await this.#linked(part, record);
    await this.#operations.ask(this.#update[kind], { id, input }, part);
    const added = this.#known.elsewhere(names, id).filter((name) => !lineage.includes(name));
    if (added.length > 0) await setLineage(part.db, kind, id, [...lineage, ...added]);
    return (await stateOf(part.db, kind, id)) === before ? 'unchanged' : 'changed';
  }

  /** The input of an operation, with ids of this calendar for what the record names. */
  async #linked(part: Transaction, record: RecordOfSource): Promise<Input> {
    if (record.kind !== 'event') return { ...record.input };
    const { venues, organizers, categories, tags, parent } = record;
    const parentId = parent === undefined ? undefined : this.#known.find('event', [parent]);
    return {
      ...record.input,
      ...(venues && { venue: await this.#links(part, 'venue', venues) }),
      ...(organizers && { organizer: await this.#links(part, 'organizer', organizers) }),
      ...(categories && { categories: this.#terms.links('category', categories) }),
      ...(tags && { tags: this.#terms.links('tag', tags) }),
      ...(parentId !== undefined && { postParent: parentId }),
    };
  }

  /** Links to records, but to those that are in the trash here. @throws Refused for one that has not come */
  async #links({ db }: Transaction, kind: LinkedKind, names: readonly string[]): Promise<{ id: number }[]> {
    const ids = names.map((name) => this.#known.find(kind, [name]));
    const { rows } = await sql<{ id: number; status: string }>`
      select id, status from ${sql.table(kind)} where id = any(${ids.filter((id) => id !== undefined)}::int[])`.execute(
      db,
    );
    const states = new Map(rows.map(({ id, status }) => [id, status]));
    return ids.flatMap((id, at) => {
      const state = id === undefined ? undefined : states.get(id);
      if (id === undefined || state === undefined)
        throw new Refused(`names a ${kind} that has not come: ${names[at]}`);
      return state === 'trash' ? [] : [{ id }];
    });
  }
}
