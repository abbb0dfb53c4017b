import { PEER_SCHEMA } from '../scenarios/graphql.ts';
import { queryOnce } from './database.ts';

/** Limit of a statement, in milliseconds. */
export const TOO_SLOW = 300;
const SLOW = /duration: ([\d.]+) ms {2}(?:execute [^:]*|statement|parse [^:]*|bind [^:]*): (.*)/;

/** Creates the peers' schema, and logs slow statements of the service; peers connect with another role. */
export async function prepareDatabase(superuserUrl: string): Promise<void> {
  await queryOnce(superuserUrl, PEER_SCHEMA);
  await queryOnce(superuserUrl, `alter role calendar set log_min_duration_statement = ${TOO_SLOW}`);
  await queryOnce(superuserUrl, 'checkpoint');
}

/** The slow statements in the server's log, without duplicates, each with its longest time. */
export function readSlow(lines: readonly string[]): { ms: number; text: string }[] {
  const slowest = new Map<string, number>();
  for (const line of lines) {
    const [, ms, statement = ''] = SLOW.exec(line) ?? [];
    if (ms === undefined) continue;
    const text = `${statement.slice(0, 60)} … ${statement.slice(-240)}`;
    slowest.set(text, Math.max(slowest.get(text) ?? 0, Number(ms)));
  }
  return [...slowest].map(([text, ms]) => ({ ms, text })).toSorted((a, b) => b.ms - a.ms);
}
