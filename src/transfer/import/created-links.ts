import type { EntityManager } from '@mikro-orm/postgresql';
import type { Transaction } from '../../domain/context/context.ts';
import { TAXONOMIES } from '../../domain/terms/index.ts';
import { TermEntity } from '../../domain/terms/term.entity.ts';
import { LINKED_KINDS } from '../../lib/kinds.ts';
import { UNMANAGED } from '../../platform/postgres/orm.ts';
import { lastIdOf, RECORD_ENTITIES } from './record-entities.ts';
import type { ItemReport } from './run-import.ts';
import type { SourceEvent } from './source-records.ts';
import { storedLinks } from './stored-state.ts';

/** Ids of one sequence: the last before the import, and the later ones that are counted. */
class NewIds {
  readonly #last: number;
  readonly #counted = new Set<number>();

  constructor(last: number) {
    this.#last = last;
  }

  /** Whether an id is of a record that the import has created and not counted yet. */
  take(id: number): boolean {
    if (id <= this.#last || this.#counted.has(id)) return false;
    this.#counted.add(id);
    return true;
  }
}

/** Finds the venues, organizers and terms that events have created by naming them in their own fields. */
export class CreatedLinks {
  #records = new NewIds(0);
  #terms = new NewIds(0);

  /** Has to be called before the first event. */
  async begin(em: EntityManager): Promise<void> {
    this.#records = new NewIds(await lastIdOf(em, Object.values(RECORD_ENTITIES)));
    this.#terms = new NewIds(await lastIdOf(em, [TermEntity.class]));
  }

  async count(
    { em, db }: Transaction,
    { input }: SourceEvent,
    id: number,
    created: ItemReport['created'],
  ): Promise<void> {
    const named = [input.venues, input.organizers, input.categories, input.tags];
    if (named.every((links) => (links ?? []).length === 0)) return;
    const links = await storedLinks(db, id);
    for (const kind of LINKED_KINDS)
      for (const linked of links[kind]) if (this.#records.take(linked)) created(kind);
    const terms = links.terms.filter((linked) => this.#terms.take(linked));
    if (terms.length === 0) return;
    const found = await em.find(
      TermEntity,
      { id: { $in: terms } },
      { ...UNMANAGED, fields: ['id', 'taxonomy'] },
    );
    for (const { taxonomy } of found) created(taxonomy === TAXONOMIES.tag ? 'tag' : 'category');
  }
}
