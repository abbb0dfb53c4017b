import type { EntityManager } from '@mikro-orm/postgresql';
import { Context, Transaction, type WriteOptions } from '../context.ts';
import { kysely } from '../database/orm.ts';
import { UNREMEMBERED } from '../memory/changes.ts';

type Parts = Omit<ConstructorParameters<typeof Context>[0], 'db'>;

/** A context whose commands all write in one transaction: either all that they store is there, or nothing. */
class OneTransaction extends Context {
  readonly #em: EntityManager;
  readonly #parts: Parts;

  constructor(parts: Parts, em: EntityManager) {
    super({ ...parts, changes: UNREMEMBERED, db: kysely(em) });
    this.#em = em;
    this.#parts = parts;
  }

  override async write<T>(
    work: (transaction: Transaction) => Promise<T>,
    { keep }: WriteOptions<T> = {},
  ): Promise<T> {
    // A fork knows only the entities of its own command, so that a flush does not check all those stored
    // before.
    const em = this.#em.fork({ keepTransactionContext: true });
    const result = await work(new Transaction({ ...this.#parts, changes: UNREMEMBERED }, em));
    await em.flush();
    if (!keep) this.forget();
    return result;
  }
}

/** Runs commands in one transaction. */
export const inOneTransaction = <T>(parts: Parts, work: (context: Context) => Promise<T>): Promise<T> =>
  parts.orm.em.fork().transactional((em) => work(new OneTransaction(parts, em)));
