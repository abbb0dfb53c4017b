import type { Context, Transaction } from '../context.ts';
import type { Db } from '../database/orm.ts';
import { lockTerm } from './term.commands.ts';
import { TAXONOMIES, type TermKind } from './term.entity.ts';
import { MAX_NAME } from './term.input.ts';
import { childrenOf } from './term.loaders.ts';
import { nameKey, type TermRecord } from './term.record.ts';
import { writeTerms } from './term.write.ts';

const cut = (name: string, end: string): string =>
  `${name.slice(0, MAX_NAME - end.length).trimEnd()}${end}`.toWellFormed();

/** `Jazz (Concerts)`, `Jazz (Concerts 2)`: the first that no other category there has. */
function freeName(name: string, parent: string, taken: ReadonlySet<string>): string {
  const short = parent.slice(0, MAX_NAME / 2).trimEnd();
  for (let n = 1; ; n++) {
    const candidate = cut(name, n === 1 ? ` (${short})` : ` (${short} ${n})`);
    if (!taken.has(nameKey(candidate))) return candidate;
  }
}

/**
 * Moves the children of a deleted category up to its parent. One whose name is taken there gets the name of
 * the deleted category in brackets after its own, so that nothing is lost or merged; slugs, and with them
 * addresses, stay.
 */
async function moveUp(db: Db, { id, name, parentId }: TermRecord): Promise<void> {
  const categories = db
    .selectFrom('term')
    .select(['id', 'name', 'name_key as key'])
    .where('taxonomy', '=', TAXONOMIES.category);
  const children = await categories.where('parent_id', '=', id).orderBy('id').execute();
  const siblings = await categories.where('parent_id', '=', parentId).execute();
  const above = new Set(siblings.map(({ key }) => key));
  const taken = new Set([...siblings, ...children].map(({ key }) => key));
  for (const child of children.filter(({ key }) => above.has(key))) {
    const free = freeName(child.name, name, taken);
    taken.add(nameKey(free));
    await db
      .updateTable('term')
      .set({ name: free, name_key: nameKey(free) })
      .where('id', '=', child.id)
      .execute();
  }
  await db.updateTable('term').set({ parent_id: parentId }).where('parent_id', '=', id).execute();
}

/**
 * Deletes a category or tag for good: events lose it, children move up. @returns the term as it was
 * @throws ServiceError `…-not-found` 404, also the second time
 */
export async function deleteTerm(kind: TermKind, id: number, context: Context): Promise<TermRecord> {
  // The children are read while they are below it; the answer about the deleted term takes them.
  await context.load(childrenOf, id);
  const work = async (transaction: Transaction): Promise<TermRecord> => {
    const { db } = transaction;
    const term = await lockTerm(db, kind, id);
    await transaction.assertPrecondition();
    await db.deleteFrom('term').where('id', '=', id).execute();
    if (kind === 'category') await moveUp(db, term);
    return term;
  };
  return writeTerms(context, kind, work, { keep: true });
}
