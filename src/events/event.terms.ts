import { sql } from 'kysely';
import type { Db } from '../database/orm.ts';
import { TAXONOMIES, type TermKind } from '../terms/index.ts';

/** Gives an event terms that it does not have yet. @returns whether anything changed */
async function addTerms(db: Db, eventId: number, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const { numAffectedRows } = await sql`
    insert into event_term (event_id, term_id) select ${eventId}::int, id from term where id = any(${[...ids]}::int[]) for key share on conflict do nothing`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** Gives an event these terms of a kind, and no others of that kind. @returns whether anything changed */
export async function replaceTerms(
  db: Db,
  kind: TermKind,
  eventId: number,
  ids: readonly number[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from event_term using term
    where event_id = ${eventId} and term.id = term_id and term.taxonomy = ${TAXONOMIES[kind]} and term.id <> all(${[...ids]}::int[])`.execute(
    db,
  );
  const added = await addTerms(db, eventId, ids);
  return added || (numAffectedRows ?? 0n) > 0n;
}
