import type { WordKey, Words } from '../../lib/words.ts';
import { type HtmlValue, html } from '../pages/public/html.ts';
import type { Typed } from './typed.ts';

/** The sentences that pages show after a change. */
const DONE = {
  deleted: 'desk.done.deleted',
  revoked: 'desk.done.revoked',
  saved: 'desk.done.saved',
  published: 'desk.done.published',
  canceled: 'desk.done.canceled',
  postponed: 'desk.done.postponed',
  reinstated: 'desk.done.reinstated',
  trashed: 'desk.done.trashed',
  restored: 'desk.done.restored',
} as const satisfies Record<string, WordKey>;
export type Done = keyof typeof DONE;

const isDone = (name: string): name is Done => Object.hasOwn(DONE, name);

/** The sentence about the change before; the address names it. */
export function notice(query: Typed, words: Words): HtmlValue {
  const done = query.text('done');
  return isDone(done) && html`<p class="done" role="status">${words.text(DONE[done])}</p>\n`;
}
