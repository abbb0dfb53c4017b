import { BadValue } from '../../lib/errors.ts';
import { mayRead } from '../access/policy.ts';
import type { Context } from '../context/context.ts';

/**
 * Checks that the caller may read an event. @throws BadValue otherwise, in the same words for an event that
 * does not exist
 */
export async function readableEvent(context: Context, id: number): Promise<number> {
  const event = await context.db
    .selectFrom('event')
    .select(['author_id as authorId', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!event || !mayRead(context.caller, event)) throw new BadValue('there is no event with this id');
  return id;
}
