import { seedWorld, worldOf } from '../../bench/seed/seed.ts';
import { schemasOf } from '../../src/app/schemas.ts';
import type { Context } from '../../src/domain/context/context.ts';
import type { RecordKind } from '../../src/lib/kinds.ts';
import type { Pieces } from '../../src/transfer/export/export-lists.ts';
import { exportQuery } from '../../src/transfer/export/export-query.ts';
import { inSnapshot, operationsOf } from '../../src/transfer/import/operations.ts';
import { createTestDatabase } from '../support/database.ts';
import { Calendar, CONFIG, NOW } from './calendar.ts';

export const operations = operationsOf(schemasOf(CONFIG.settings));

/** A calendar with some hundred events, in several zones. */
export async function seeded(): Promise<Calendar> {
  const database = await createTestDatabase();
  await seedWorld(database.url, worldOf(160));
  return Calendar.over(database);
}

/** The output of a calendar's export. */
export const written = (
  { server }: Calendar,
  make: (context: Context, query: string) => Pieces,
  kind: RecordKind = 'event',
  ...filters: string[]
): Promise<string> => {
  const parsed = exportQuery(kind, filters);
  if (parsed.invalid !== null) throw new Error(parsed.invalid);
  const place = { settings: CONFIG.settings, site: 'https://cal.example.net', host: 'cal.example.net' };
  const exported = async (context: Context): Promise<string> =>
    (await Array.fromAsync(make(context, parsed.query))).join('');
  return inSnapshot(server.orm, place, exported, NOW);
};
