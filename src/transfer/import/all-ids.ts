import { type RawBuilder, sql } from 'kysely';
import { RECORD_KINDS } from '../../lib/kinds.ts';

/** The ids in all tables of records, and in others, as a part of a statement. */
export const allIds = (...others: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    [...RECORD_KINDS, ...others].map((table) => sql`select id from ${sql.table(table)}`),
    sql` union all `,
  );
