/**
 * The tables as Kysely sees them, with the names of PostgreSQL. Each resource adds its own (`declare module`,
 * beside its entities), so that this room knows none of them.
 */
export interface Tables {
  /** Which migrations have run. */
  migration: { name: string };
}
