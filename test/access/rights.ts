import type { RoleName } from '../support/words.ts';

/** The rights of all roles, transcribed from rules#rights, rules#status and rules#errors, not from the code. */
interface Rights {
  /** The state of a new record by the state sent (`''`: none); null if the role may not create any. */
  creates: Record<string, string> | null;
  /** States of own records that may be changed and deleted. */
  changesOwn: readonly string[];
  /** States of records of others that may be changed and deleted. */
  changesOthers: readonly string[];
  /** States of others' records that may be read. Own records may always be read. */
  readsOthers: readonly string[];
  setsAuthor: boolean;
  terms: boolean;
  users: boolean;
  /** The status of refused requests. */
  refusal: 401 | 403;
}

export const STATES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type State = (typeof STATES)[number];
const asGiven = {
  '': 'publish',
  publish: 'publish',
  future: 'future',
  draft: 'draft',
  pending: 'pending',
  private: 'private',
  trash: 'trash',
};
const forReview = {
  '': 'draft',
  publish: 'pending',
  future: 'pending',
  draft: 'draft',
  pending: 'pending',
  private: 'pending',
  trash: 'trash',
};
const none = {
  creates: null,
  changesOwn: [],
  changesOthers: [],
  readsOthers: ['publish'],
  setsAuthor: false,
  terms: false,
  users: false,
} as const;

const editor: Rights = {
  creates: asGiven,
  changesOwn: STATES,
  changesOthers: STATES,
  readsOthers: STATES,
  setsAuthor: true,
  terms: true,
  users: false,
  refusal: 403,
};

const ROLES = {
  administrator: { ...editor, users: true },
  editor,
  author: { ...none, creates: asGiven, changesOwn: STATES, refusal: 403 },
  contributor: { ...none, creates: forReview, changesOwn: ['draft', 'pending', 'trash'], refusal: 403 },
  subscriber: { ...none, refusal: 403 },
  anonymous: { ...none, refusal: 401 },
} as const satisfies Record<RoleName, Rights>;
export const rightsOf = (role: RoleName): Rights => ROLES[role];
