import type { Role } from '../../domain/access/role.ts';
import type { WordKey } from '../../lib/words.ts';

/** A role as GraphQL names it. */
export type RoleName = Uppercase<Role>;

/** From the most rights to the fewest. */
export const ROLE_NAMES = {
  ADMINISTRATOR: 'desk.role.administrator',
  EDITOR: 'desk.role.editor',
  AUTHOR: 'desk.role.author',
  CONTRIBUTOR: 'desk.role.contributor',
  SUBSCRIBER: 'desk.role.subscriber',
} as const satisfies Record<RoleName, WordKey>;

export const isRoleName = (text: string): text is RoleName => Object.hasOwn(ROLE_NAMES, text);
