import type { Image, Status } from '../../domain/generated/schema.ts';
import { ImportError } from '../import/report.ts';
import type { ColumnSpec } from './column.ts';
import type { RowCells } from './row.ts';

const STATUSES: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];

/** @throws ImportError for an unknown status */
function statusOfRow(row: RowCells): Status | undefined {
  const word = row.word('status')?.toLowerCase();
  if (word === undefined) return undefined;
  const status = STATUSES.find((one) => one === word);
  if (!status) throw new ImportError(`has the status "${word}", which is none of ${STATUSES.join(', ')}`);
  return status;
}

/** HTML, as it stands in the cell. */
const html = (key: 'description' | 'excerpt') =>
  ({ key, read: (row) => ({ [key]: row.text(key) }) }) satisfies ColumnSpec<never>;

/** Columns of what all records have. An empty slug or status leaves it as it is. */
export const DESCRIPTION = html('description');
export const EXCERPT = html('excerpt');
export const SLUG = {
  key: 'slug',
  read: (row) => ({ slug: row.word('slug') }),
} satisfies ColumnSpec<never>;
export const STATUS = {
  key: 'status',
  read: (row) => ({ status: statusOfRow(row) }),
} satisfies ColumnSpec<never>;

interface Illustrated {
  readonly image: Pick<Image, 'url'> | null;
}
export const IMAGE = {
  key: 'image',
  selection: 'image { url }',
  show: ({ image }: Illustrated) => image?.url ?? '',
  read: (row: RowCells) => ({ image: row.image() }),
};
