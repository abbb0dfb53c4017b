import type { Context } from '../context.ts';
import type { RecordKind } from './kinds.ts';
import type { FindRow } from './lock.ts';
import type { PostRecord } from './record.ts';
import { erase, moveToTrash } from './remove.ts';

/** Deletes a record. @returns it: in the trash, or as it was when it was erased */
export async function deletePost<R extends PostRecord>(
  context: Context,
  kind: RecordKind,
  find: FindRow,
  record: R,
  force: boolean,
  read: (id: number) => Promise<R>,
): Promise<R> {
  if (force) {
    await erase(context, kind, find, record.id);
    return record;
  }
  await moveToTrash(context, kind, find, record.id);
  return read(record.id);
}
