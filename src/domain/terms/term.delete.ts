import { UNMANAGED } from '../../platform/postgres/orm.ts';
import type { Context, Transaction } from '../context/context.ts';
import { TAXONOMIES, TermEntity, type TermKind } from './term.entity.ts';
import { MAX_NAME } from './term.input.ts';
import { needTerm } from './term.queries.ts';
import { type TermRecord, termKey } from './term.record.ts';
import { lockTerm, writeTerms } from './term.write.ts';

const withEnding = (name: string, end: string): string =>
  `${name.slice(0, MAX_NAME - end.length).trimEnd()}${end}`.toWellFormed();

/** `Jazz (Concerts)`, `Jazz (Concerts 2)`: the first that no other category there has. */
function freeName(name: string, parent: string, taken: ReadonlySet<string>): string {
  const short = parent.slice(0, MAX_NAME / 2).trimEnd();
  for (let n = 1; ; n++) {
    const candidate = withEnding(name, n === 1 ? ` (${short})` : ` (${short} ${n})`);
    if (!taken.has(termKey(candidate))) return candidate;
  }
}

/**
 * Moves the children of a deleted category up to its parent. One whose name is taken there gets the name of
 * the deleted category in brackets after its own, so that nothing is lost or merged; slugs, and with them
 * addresses, stay. @returns the ids of the children
 */
async function moveUp({ em }: Transaction, { id, name, parentId }: TermRecord): Promise<number[]> {
  const taxonomy = TAXONOMIES.category;
  const children = await em.find(TermEntity, { taxonomy, parentId: id }, { orderBy: { id: 'asc' } });
  if (children.length === 0) return [];
  const siblings = await em.find(TermEntity, { taxonomy, parentId }, { ...UNMANAGED, fields: ['nameKey'] });
  const above = new Set(siblings.map(({ nameKey }) => nameKey));
  const taken = new Set([...above, ...children.map((child) => child.nameKey)]);
  for (const child of children) {
    child.parentId = parentId;
    if (!above.has(child.nameKey)) continue;
    child.name = freeName(child.name, name, taken);
    child.nameKey = termKey(child.name);
    taken.add(child.nameKey);
  }
  await em.flush();
  return children.map((child) => child.id);
}

/**
 * Deletes a category or tag for good: events lose it, children move up. @returns the term as it was
 * @throws ServiceError `…-not-found` 404, also the second time
 */
export async function deleteTerm(context: Context, kind: TermKind, id: number): Promise<TermRecord> {
  return writeTerms(context, kind, async (transaction) => {
    const term = await lockTerm(transaction, kind, id);
    await transaction.assertPrecondition();
    const record = await needTerm(transaction.context, kind, { id });
    // Deleted before its children move, because one of them may have its name.
    await transaction.em.remove(term).flush();
    return kind === 'category' ? { ...record, childIds: await moveUp(transaction, record) } : record;
  });
}
