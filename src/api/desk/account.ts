import type { User } from '../../domain/generated/schema.ts';
import { ServiceError } from '../../lib/errors.ts';
import { html } from '../pages/public/html.ts';
import { document, type PageDocument } from '../pages/public/page-documents.ts';
import { type Answer, type DeskPage, type DeskRoute, FAILED, type Visit } from './desk.ts';
import { alert } from './fields.ts';
import {
  createPassword,
  mostPasswords,
  type NewPassword,
  NO_PASSWORD_TYPED,
  newPasswordNote,
  PASSWORDS,
  type PasswordList,
  type PasswordsShown,
  passwordsSection,
  REVOKE_PASSWORD,
} from './passwords.ts';
import { idIn } from './records.ts';
import { ROLE_NAMES, type RoleName } from './roles.ts';

interface Viewer {
  readonly viewer:
    | (Pick<User, 'name' | 'login'> & {
        readonly role: RoleName;
        readonly applicationPasswords: PasswordList;
      })
    | null;
}
export const ACCOUNT: PageDocument<Viewer> = document(
  `query ($most: Int) { viewer { name login role ${PASSWORDS} } }`,
);

async function page(
  visit: Visit,
  shown: PasswordsShown = NO_PASSWORD_TYPED,
  created: NewPassword | null = null,
): Promise<DeskPage> {
  const { words, site, run, isResumed } = visit;
  const { viewer } = await run(ACCOUNT, { most: mostPasswords(visit) });
  if (!viewer) throw new ServiceError('user-not-found');
  const { name, role, applicationPasswords } = viewer;
  const login = viewer.login ?? '';
  const title = words.text('desk.account');
  const main = html`<h1>${title}</h1>
${isResumed && alert(words.text('desk.resumed'))}
${created && newPasswordNote(visit, login, created)}
<dl class="facts">
${name && html`<dt>${words.text('desk.people.name')}</dt><dd>${name}</dd>`}
<dt>${words.text('desk.signIn.login')}</dt><dd>${login}</dd>
<dt>${words.text('desk.people.role')}</dt><dd>${words.text(ROLE_NAMES[role])}</dd>
</dl>
${passwordsSection(visit, `${site.url}/desk/account/passwords`, applicationPasswords, shown)}`;
  return { title, section: 'account', main, status: shown.errors.size > 0 ? FAILED.invalid : 200 };
}

async function create(visit: Visit): Promise<Answer> {
  if (visit.isResumed) return page(visit, { ...NO_PASSWORD_TYPED, typed: visit.typed });
  const result = await createPassword(visit, null);
  return 'created' in result ? page(visit, NO_PASSWORD_TYPED, result.created) : page(visit, result);
}

async function revoke(visit: Visit, id: number): Promise<Answer> {
  if (visit.isResumed) return page(visit);
  await visit.run(REVOKE_PASSWORD, { by: { databaseId: id } });
  // The session has ended with its password.
  return { to: id === visit.passwordId ? '/desk/sign-in' : '/desk/account', done: 'revoked' };
}

/** The account of the visitor: name, role and application passwords. */
export const ACCOUNT_ROUTES: readonly DeskRoute[] = [
  { method: 'get', path: '/account', handle: (visit) => page(visit) },
  { method: 'post', path: '/account/passwords', handle: create },
  {
    method: 'post',
    path: '/account/passwords/:id/revoke',
    handle: (visit, { id }) => revoke(visit, idIn(id)),
  },
];
