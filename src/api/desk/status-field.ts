import { mayPublish } from '../../domain/access/policy.ts';
import type { Status } from '../../lib/statuses.ts';
import type { WordKey } from '../../lib/words.ts';
import type { Html } from '../pages/public/html.ts';
import type { Visit } from './desk.ts';
import { type Field, type FormState, selectField } from './fields.ts';

/** The words of statuses. `hidden` is a choice of lists, for events hidden from lists. */
export const STATUS_WORDS = {
  publish: 'desk.status.publish',
  future: 'status.future',
  draft: 'status.draft',
  pending: 'status.pending',
  private: 'status.private',
  trash: 'status.trash',
  hidden: 'desk.status.hidden',
} as const satisfies Record<Status | 'hidden', WordKey>;

export const STATUS: Field = { name: 'status', label: 'desk.status' };

/** The status of a new record: published, or submitted to an editor. */
export const firstStatus = ({ context: { caller } }: Visit): Status =>
  mayPublish(caller) ? 'publish' : 'pending';

/** The statuses that the user may set, and the present one. */
export function statusField(
  state: FormState,
  { words, context: { caller } }: Visit,
  present: Status | null,
): Html {
  const own: readonly Status[] = mayPublish(caller)
    ? ['publish', 'draft', 'pending', 'private']
    : ['pending', 'draft'];
  const shown = present === null || own.includes(present) ? own : [present, ...own];
  return selectField(
    state,
    STATUS,
    shown.map((status) => [status, words.text(STATUS_WORDS[status])]),
  );
}
