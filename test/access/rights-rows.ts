import { sampled } from '../support/sample.ts';
import { POSTS, type Post, ROLE_NAMES, type RoleName } from '../support/words.ts';
import { rightsOf, STATES, type State } from './rights.ts';

/** One caller and one record. */
interface Row {
  kind: Post;
  role: RoleName;
  whose: 'own' | "another's";
  state: State;
}

/** Every kind × role × ownership × state. */
const all: Row[] = POSTS.flatMap((kind) =>
  ROLE_NAMES.flatMap((role) =>
    (role === 'anonymous' ? (["another's"] as const) : (['own', "another's"] as const)).flatMap((whose) =>
      STATES.map((state) => ({ kind, role, whose, state })),
    ),
  ),
);
/** Every role × ownership × state, with one kind each; with all kinds in a full run. */
export const rowsOf = (name: string): Row[] =>
  sampled(name, all, 1, ({ role, whose, state }) => `${role} ${whose} ${state}`);
/** The owner of the record: the caller, or the first administrator. */
export const ownerOf = ({ role, whose }: Row, ids: Record<RoleName, number>): number =>
  whose === 'own' ? ids[role] : 1;
export const mayRead = ({ role, whose, state }: Row): boolean =>
  whose === 'own' || rightsOf(role).readsOthers.includes(state);
/** Applies to deleting, too. */
export const mayChange = ({ role, whose, state }: Row): boolean =>
  (whose === 'own' ? rightsOf(role).changesOwn : rightsOf(role).changesOthers).includes(state);
