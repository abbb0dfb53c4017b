import { RECORD_KINDS } from '../../lib/kinds.ts';
import { projectVersion } from '../../platform/project-file.ts';
import { type Release, type RowCounts, totalOf } from '../../transfer/backup/lines.ts';
import { DATABASE_SCHEMA } from '../database-schema.ts';
import { counted } from './kinds.ts';

/** This release, for the first line of backups. */
export const ownRelease = (): Release => ({
  release: projectVersion(),
  migrations: DATABASE_SCHEMA.migrations.map(({ name }) => name),
});

/** `91 events, 15 venues, 8 organizers, 412 rows in total`. */
export function sizeOf(counts: RowCounts): string {
  const records = RECORD_KINDS.map((kind) => counted(counts.get(kind) ?? 0, kind));
  return [...records, `${totalOf(counts)} rows in total`].join(', ');
}
