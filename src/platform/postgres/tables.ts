/**
 * The tables as Kysely sees them, with the names of PostgreSQL. Each resource adds its own (`declare module`, next to
 * its entities), so that this folder does not depend on resources.
 */
export interface Tables {
  /** Applied migrations. */
  migration: { name: string };
}
