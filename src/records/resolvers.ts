import type { Context } from '../context.ts';
import type { RecordKind } from './kinds.ts';
import type { FindRow } from './lock.ts';
import type { PostRecord } from './record.ts';
import { erase, moveToTrash } from './remove.ts';
import type { Target } from './resource.ts';
import { needPost } from './target.ts';

/**
 * Deletes the record that an id or slug names. @returns the record: in the trash, or as it was when it was
 * erased
 */
export async function deletePost<R extends PostRecord>(
  context: Context,
  kind: RecordKind,
  find: FindRow,
  { force, ...target }: Target & { force?: boolean | null | undefined },
  read: (id: number) => Promise<R>,
): Promise<R> {
  const { id } = await needPost(context, kind, target);
  if (force) {
    const record = await read(id);
    await erase(context, kind, find, id);
    return record;
  }
  await moveToTrash(context, kind, find, id);
  return read(id);
}
