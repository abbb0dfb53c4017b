import { assertMayManageUsers } from '../../domain/access/policy.ts';
import type { PageInfo, User } from '../../domain/generated/schema.ts';
import { ServiceError } from '../../lib/errors.ts';
import { encodeGlobalId } from '../../lib/global-id.ts';
import type { WordKey } from '../../lib/words.ts';
import { type Html, html } from '../pages/public/html.ts';
import { document, type PageDocument } from '../pages/public/page-documents.ts';
import { pager } from '../pages/public/parts.ts';
import { type Answer, type DeskPage, type DeskRoute, FAILED, type Visit } from './desk.ts';
import {
  alert,
  checkbox,
  type Errors,
  errorSummary,
  errorsOf,
  type Field,
  type FormState,
  fieldsOf,
  formState,
  noErrors,
  selectField,
  textField,
} from './fields.ts';
import {
  CREATE_PASSWORD,
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
import { isRoleName, ROLE_NAMES, type RoleName } from './roles.ts';
import { Typed } from './typed.ts';

const PER_PAGE = 25;

interface Person extends Pick<User, 'databaseId' | 'name'> {
  readonly login: string;
  readonly role: RoleName;
}
interface OnePerson extends Person {
  readonly applicationPasswords: PasswordList;
}
interface People {
  readonly users: {
    readonly totalCount: number;
    readonly nodes: readonly Person[];
    readonly pageInfo: Pick<PageInfo, 'hasNextPage' | 'hasPreviousPage' | 'startCursor' | 'endCursor'>;
  };
}

const PERSON = 'databaseId name login role';
const LIST: PageDocument<People> = document(
  `query ($first: Int, $after: String, $last: Int, $before: String) {
    users(first: $first, after: $after, last: $last, before: $before) {
      totalCount nodes { ${PERSON} } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`,
);
const READ: PageDocument<{ readonly user: OnePerson | null }> = document(
  `query ($id: ID!, $most: Int) { user: node(id: $id) { ... on User { ${PERSON} ${PASSWORDS} } } }`,
);
const CREATE: PageDocument<{ readonly created: { readonly user: Person } }> = document(
  `mutation ($input: CreateUserInput!) { created: createUser(input: $input) { user { ${PERSON} } } }`,
);
const UPDATE: PageDocument<unknown> = document(
  'mutation ($by: UserBy!, $input: UpdateUserInput!) { updateUser(by: $by, input: $input) { user { databaseId } } }',
);
const DELETE: PageDocument<unknown> = document(
  'mutation ($by: UserBy!) { deleteUser(by: $by) { deletedId } }',
);
export const PEOPLE_DOCUMENTS = [LIST, READ, CREATE, UPDATE, DELETE] as const;

const FIELDS = fieldsOf({
  login: {
    label: 'desk.signIn.login',
    hint: 'desk.people.loginHint',
    remedy: 'desk.people.loginRemedy',
    maxLength: 60,
    autocomplete: 'off',
    isRequired: true,
  },
  name: {
    label: 'desk.people.name',
    hint: 'desk.people.nameHint',
    remedy: 'desk.error.tooLong',
    maxLength: 200,
  },
  role: { label: 'desk.people.role', hint: 'desk.people.roleHint' },
});
const ALL_FIELDS: readonly Field[] = Object.values(FIELDS);

const address = ({ site }: Visit, ...path: readonly (string | number)[]): string =>
  `${site.url}/desk/${['people', ...path].join('/')}`;

const shownName = ({ name, login }: Person): string => name || login;

async function read(visit: Visit, id: number): Promise<OnePerson> {
  const { run, context } = visit;
  assertMayManageUsers(context.caller);
  const variables = { id: encodeGlobalId('User', id), most: mostPasswords(visit) };
  const { user } = await run(READ, variables);
  if (!user) throw new ServiceError('user-not-found');
  return user;
}

async function list(visit: Visit): Promise<DeskPage> {
  const { words, query, run, context } = visit;
  const size = Math.min(PER_PAGE, context.settings.maxPerPage);
  const before = query.text('before');
  const after = query.text('after');
  const { users } = await run(
    LIST,
    before ? { last: size, before } : { first: size, ...(after && { after }) },
  );
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = users.pageInfo;
  const title = words.text('desk.people');
  const link = (name: string, cursor: string | null | undefined, text: WordKey) => ({
    href: `${address(visit)}?${name}=${encodeURIComponent(cursor ?? '')}`,
    text: words.text(text),
  });
  const adjacent = {
    previous: hasPreviousPage ? link('before', startCursor, 'list.previous') : null,
    next: hasNextPage ? link('after', endCursor, 'list.next') : null,
  };
  const main = html`<h1>${title}</h1>
<p><a class="button" href="${address(visit, 'new')}">${words.text('desk.people.new')}</a></p>
<ul class="rows">${users.nodes.map(
    (
      person,
    ) => html`<li><div class="what"><a href="${address(visit, person.databaseId)}"><strong>${shownName(person)}</strong></a>
<p>${person.name && `${person.login} · `}${words.text(ROLE_NAMES[person.role])}</p></div></li>
`,
  )}</ul>
${pager(adjacent, words.text('list.pages'))}`;
  return { title, section: 'people', main };
}

interface Shown {
  readonly typed: Typed;
  readonly errors?: Errors;
  readonly status?: number;
}

const resumed = ({ isResumed, words }: Visit): Html | false => isResumed && alert(words.text('desk.resumed'));

const roleField = (state: FormState): Html =>
  selectField(
    state,
    FIELDS.role,
    Object.entries(ROLE_NAMES).map(([role, key]) => [role, state.words.text(key)] as const),
  );

function newPage(visit: Visit, { typed, errors, status = 200 }: Shown): DeskPage {
  const { words, context } = visit;
  assertMayManageUsers(context.caller);
  const state = formState(words, typed, errors);
  const title = words.text('desk.people.new');
  const main = html`<h1>${title}</h1>
${resumed(visit)}
<form class="record" method="post" action="${address(visit, 'new')}" novalidate>
${errorSummary(state, ALL_FIELDS)}${textField(state, FIELDS.login)}
${textField(state, FIELDS.name)}${roleField(state)}
<p class="buttons"><button>${words.text('desk.people.create')}</button></p>
</form>`;
  return { title, section: 'people', main, status };
}

interface PersonShown extends Partial<Shown> {
  readonly passwords?: PasswordsShown;
  readonly created?: NewPassword;
}

async function page(visit: Visit, id: number, shown: PersonShown = {}): Promise<DeskPage> {
  const { words, context } = visit;
  const person = await read(visit, id);
  const { name, login, role, applicationPasswords } = person;
  const { errors = noErrors, passwords = NO_PASSWORD_TYPED, created, status = 200 } = shown;
  const typed = shown.typed ?? Typed.of({ name: name ?? '', role });
  const state = formState(words, typed, errors);
  const title = shownName(person);
  const main = html`<h1>${title}</h1>
${resumed(visit)}${created && newPasswordNote(visit, login, created)}
<p>${words.text('desk.signIn.login')}: <strong>${login}</strong></p>
<form class="record" method="post" action="${address(visit, id)}" novalidate>
${errorSummary(state, ALL_FIELDS)}${textField(state, FIELDS.name)}${roleField(state)}
${id === context.caller.id && (errors.has('role') || typed.has('sure')) && checkbox(state, { name: 'sure', label: 'desk.people.ownRoleSure' })}
<p class="buttons"><button name="do" value="save">${words.text('desk.save')}</button></p>
</form>
${passwordsSection(visit, address(visit, id, 'passwords'), applicationPasswords, passwords)}
<p><a class="button quiet danger" href="${address(visit, id, 'delete')}">${words.text('desk.people.delete')}</a></p>`;
  return { title, section: 'people', main, status };
}

/** The errors of a refused change; throws all others. @param conflict the sentence for 409, and its control */
function refused(
  error: unknown,
  visit: Visit,
  conflict: readonly [control: string, sentence: WordKey],
): Shown {
  const { typed, words } = visit;
  if (!(error instanceof ServiceError)) throw error;
  if (error.problems)
    return { typed, errors: errorsOf(error.problems, ALL_FIELDS, words), status: FAILED.invalid };
  if (error.status !== FAILED.conflict) throw error;
  const [control, sentence] = conflict;
  return { typed, errors: new Map([[control, words.text(sentence)]]), status: FAILED.conflict };
}

const wrongRole = ({ words, typed }: Visit): Shown | null =>
  isRoleName(typed.text('role'))
    ? null
    : { typed, errors: new Map([['role', words.text('desk.error.required')]]), status: FAILED.invalid };

async function create(visit: Visit): Promise<Answer> {
  const { typed, run, words, isResumed } = visit;
  if (isResumed) return newPage(visit, { typed });
  const wrong = wrongRole(visit);
  if (wrong) return newPage(visit, wrong);
  let user: Person;
  try {
    const input = { login: typed.text('login'), name: typed.text('name'), role: typed.text('role') };
    ({ user } = (await run(CREATE, { input })).created);
  } catch (error) {
    return newPage(visit, refused(error, visit, ['login', 'desk.people.loginTaken']));
  }
  const by = { databaseId: user.databaseId };
  const name = words.text('desk.password.first');
  const { created } = await run(CREATE_PASSWORD, { input: { name, user: by } });
  return page(visit, user.databaseId, { created: { name, password: created.password } });
}

async function update(visit: Visit, id: number): Promise<Answer> {
  const { typed, run, words, isResumed, context } = visit;
  if (isResumed) return page(visit, id, { typed });
  const wrong = wrongRole(visit);
  if (wrong) return page(visit, id, wrong);
  const role = typed.text('role');
  const isLeaving = id === context.caller.id && role !== 'ADMINISTRATOR';
  if (isLeaving && !typed.has('sure'))
    return page(visit, id, {
      typed,
      errors: new Map([['role', words.text('desk.people.ownRole')]]),
      status: FAILED.invalid,
    });
  try {
    await run(UPDATE, { by: { databaseId: id }, input: { role, name: typed.text('name') } });
  } catch (error) {
    return page(visit, id, refused(error, visit, ['role', 'desk.people.last']));
  }
  return { to: isLeaving ? '/desk/account' : `/desk/people/${id}`, done: 'saved' };
}

async function addPassword(visit: Visit, id: number): Promise<Answer> {
  const { typed, isResumed } = visit;
  if (isResumed) return page(visit, id, { passwords: { typed, errors: noErrors } });
  const result = await createPassword(visit, id);
  return 'created' in result
    ? page(visit, id, result)
    : page(visit, id, { passwords: result, status: FAILED.invalid });
}

async function revoke(visit: Visit, id: number, password: number): Promise<Answer> {
  if (visit.isResumed) return page(visit, id);
  await visit.run(REVOKE_PASSWORD, { by: { databaseId: password } });
  return { to: password === visit.passwordId ? '/desk/sign-in' : `/desk/people/${id}`, done: 'revoked' };
}

async function deletePage(visit: Visit, id: number, error: WordKey | null = null): Promise<DeskPage> {
  const { words, context } = visit;
  const person = await read(visit, id);
  const title = words.text('desk.people.deleteTitle', { name: shownName(person) });
  const main = html`<h1>${title}</h1>
${error && alert(words.text(error))}
<p class="lead">${words.text('desk.people.deleteHelp')}</p>
${id === context.caller.id && html`<p class="notice">${words.text('desk.people.deleteOwn')}</p>`}
<form method="post" action="${address(visit, id, 'delete')}"><p class="buttons"><button class="danger">${words.text('desk.people.delete')}</button><a class="button quiet" href="${address(visit, id)}">${words.text('desk.dismiss')}</a></p></form>`;
  return { title, section: 'people', main, status: error ? FAILED.conflict : 200 };
}

async function remove(visit: Visit, id: number): Promise<Answer> {
  if (visit.isResumed) return deletePage(visit, id);
  try {
    await visit.run(DELETE, { by: { databaseId: id } });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== FAILED.conflict) throw error;
    return deletePage(visit, id, 'desk.people.last');
  }
  return { to: id === visit.context.caller.id ? '/desk/sign-in' : '/desk/people', done: 'deleted' };
}

/** Users with their roles and passwords, for administrators. */
export const PEOPLE_ROUTES: readonly DeskRoute[] = [
  { method: 'get', path: '/people', handle: list },
  {
    method: 'get',
    path: '/people/new',
    handle: (visit) => newPage(visit, { typed: Typed.of({ role: 'AUTHOR' }) }),
  },
  { method: 'post', path: '/people/new', handle: create },
  { method: 'get', path: '/people/:id', handle: (visit, { id }) => page(visit, idIn(id)) },
  { method: 'post', path: '/people/:id', handle: (visit, { id }) => update(visit, idIn(id)) },
  {
    method: 'post',
    path: '/people/:id/passwords',
    handle: (visit, { id }) => addPassword(visit, idIn(id)),
  },
  {
    method: 'post',
    path: '/people/:id/passwords/:password/revoke',
    handle: (visit, { id, password }) => revoke(visit, idIn(id), idIn(password)),
  },
  { method: 'get', path: '/people/:id/delete', handle: (visit, { id }) => deletePage(visit, idIn(id)) },
  { method: 'post', path: '/people/:id/delete', handle: (visit, { id }) => remove(visit, idIn(id)) },
];
