import { isDifference } from './beside-entities.ts';
import type { Orm } from './orm.ts';

/** What would make a database what the entities say, and what would undo that: statements in their order. */
export interface Differences {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

const statementsOf = (sql: string): string[] =>
  sql
    .split(/;\n+/)
    .map((statement) => statement.trim().replace(/;$/, ''))
    .filter((statement) => statement !== '' && isDifference(statement));

/** In what a database differs from the entities. */
export async function differences(orm: Orm): Promise<Differences> {
  const { up, down } = await orm.schema.getUpdateSchemaMigrationSQL({ wrap: false });
  return { up: statementsOf(up), down: statementsOf(down) };
}
