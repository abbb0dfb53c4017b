import { mayManageTerms } from '../access/policy.ts';
import type { Context } from '../context.ts';
import { isCalled, otherRecord } from '../db/called.ts';
import type { Db } from '../db/orm.ts';
import { BadValue } from '../errors.ts';
import { TAXONOMIES, type TermKind } from './term.entity.ts';
import { checkName } from './term.input.ts';
import { termsOfKind } from './term.loaders.ts';
import { nameKey } from './term.record.ts';
import { idIn, type Known, lookUp, plainRef, type TermObject, type TermRef } from './term.refs.ts';
import { freeTermSlug, nextTermId, slugOf } from './term.slug.ts';

/** The terms of one kind that an event shall have: those that exist, and the names of new ones. */
export interface TermChoice {
  readonly kind: TermKind;
  readonly ids: readonly number[];
  readonly names: readonly string[];
}

/**
 * On writing, digits are an id first, as in a form every id arrives as text (reference 4.7); other texts are a slug, then a name. Of several
 * categories with the name the highest and oldest is meant.
 */
function match(ref: number | string, known: Known): number | null {
  const id = idIn(ref);
  if (id !== null && known.ids.has(id)) return id;
  if (typeof ref === 'number') return null;
  const key = nameKey(ref);
  return known.bySlug.get(key) ?? known.byName.get(key)?.[0] ?? null;
}

/**
 * Settles which categories or tags an event gets (decisions.md 20). Blank references are skipped, repeated ones count once.
 * @throws BadValue for unknown ids, and for unknown names when the caller may not create terms
 */
export async function settleTerms(kind: TermKind, refs: readonly TermRef[], context: Context): Promise<TermChoice> {
  const given = refs.map(plainRef).filter((ref) => typeof ref === 'number' || ref.trim() !== '');
  if (given.length === 0) return { kind, ids: [], names: [] };
  const known = await lookUp(context, kind, given);
  const ids = new Set<number>();
  const unknown: (number | string)[] = [];
  for (const ref of given) {
    const id = match(ref, known);
    if (id === null) unknown.push(ref);
    else ids.add(id);
  }
  const names = newNames(kind, unknown, context);
  const called = refs.filter((ref) => typeof ref === 'object');
  if (called.length > 0) await assertCalled(kind, called, context);
  return { kind, ids: [...ids], names };
}

/** @throws BadValue for objects whose name is not that of the term with their id */
async function assertCalled(kind: TermKind, refs: readonly TermObject[], context: Context): Promise<void> {
  const ids = refs.map(({ id }) => id);
  const terms = new Map((await termsOfKind(context, kind, ids)).map((term) => [term.id, term]));
  for (const { id, name, slug } of refs) {
    const term = terms.get(id);
    if (term && !isCalled(term, name, slug)) throw otherRecord(kind, id, term.name, name ?? slug ?? '');
  }
}

function newNames(kind: TermKind, refs: readonly (number | string)[], context: Context): string[] {
  const numbers = refs.filter((ref) => typeof ref === 'number' || /^\s*\d+\s*$/.test(ref));
  if (numbers.length > 0) throw new BadValue(`there is no ${kind} with the id ${numbers.join(', ')}`);
  if (refs.length > 0 && !mayManageTerms(context.caller)) {
    const quoted = refs.map((ref) => JSON.stringify(ref)).join(', ');
    throw new BadValue(`there is no ${kind} ${quoted}, and you may not create one`);
  }
  const names = Map.groupBy(
    refs.map((ref) => checkName(String(ref))),
    nameKey,
  );
  return [...names.values()].flatMap(([first]) => first ?? []);
}

/**
 * Creates what is new of a choice, in the event's transaction, and answers the ids of all. A term that somebody created in the meantime is taken;
 * one that somebody deleted is left out when the event is linked. Call it before other writes that touch terms.
 */
export async function storeTerms(db: Db, { kind, ids, names }: TermChoice): Promise<number[]> {
  const stored: number[] = [];
  // In the same order everywhere, so that parallel events with the same new terms wait for each other instead of blocking each other.
  for (const name of names.toSorted(byKey)) stored.push(await createMissing(db, kind, name));
  return [...new Set([...stored, ...ids])];
}

const byKey = (a: string, b: string): number => (nameKey(a) < nameKey(b) ? -1 : 1);
const ATTEMPTS = 20;

/** The id of the top-level term of this name, which is created unless it is there. Waits for a parallel transaction that creates the same. */
async function createMissing(db: Db, kind: TermKind, name: string): Promise<number> {
  const key = nameKey(name);
  const same = db
    .selectFrom('term')
    .select('id')
    .where('taxonomy', '=', TAXONOMIES[kind])
    .where('name_key', '=', key)
    .where('parent_id', '=', 0);
  const id = await nextTermId(db);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const there = await same.executeTakeFirst();
    if (there) return there.id;
    const slug = await freeTermSlug(db, kind, slugOf(name, id));
    const row = { id, taxonomy: TAXONOMIES[kind], name, name_key: key, slug, parent_id: 0 };
    // Nothing is stored when the name or the slug has just been taken: then look again.
    const made = await db
      .insertInto('term')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) return made.id;
  }
  throw new Error(`the ${kind} "${name}" could not be created`);
}
