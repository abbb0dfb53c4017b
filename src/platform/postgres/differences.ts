import type { Orm } from './orm.ts';
import { isDifference } from './schema-comparison.ts';

/** Statements that would make a database match the entities, and those that would undo them. */
export interface Differences {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

const statementsOf = (sql: string): string[] =>
  sql
    .split(/;\n+/)
    .map((statement) => statement.trim().replace(/;$/, ''))
    .filter((statement) => statement !== '' && isDifference(statement));

/** Compares a database with the entities. */
export async function differences(orm: Orm): Promise<Differences> {
  const { up, down } = await orm.schema.getUpdateSchemaMigrationSQL({ wrap: false });
  return { up: statementsOf(up), down: statementsOf(down) };
}
