import type { ApplicationPassword } from '../../domain/generated/schema.ts';
import { ServiceError } from '../../lib/errors.ts';
import { type Html, type HtmlValue, html } from '../pages/public/html.ts';
import { document, type PageDocument } from '../pages/public/page-documents.ts';
import type { Visit } from './desk.ts';
import { type Errors, errorsOf, type Field, formState, noErrors, textField } from './fields.ts';
import { Typed } from './typed.ts';

type ShownPassword = Pick<ApplicationPassword, 'databaseId' | 'name' | 'createdAt' | 'lastUsedAt'>;
/** The application passwords of a user; null if the visitor may not see them. */
export interface PasswordList {
  readonly totalCount: number;
  readonly nodes: readonly ShownPassword[];
}
/** With the variable `most`. */
export const PASSWORDS =
  'applicationPasswords(last: $most) { totalCount nodes { databaseId name createdAt lastUsedAt } }';

interface Created {
  readonly created: { readonly password: string; readonly applicationPassword: { readonly name: string } };
}
/** Without `user`, the password is for the visitor. */
export const CREATE_PASSWORD: PageDocument<Created> = document(
  `mutation ($input: CreateApplicationPasswordInput!) {
    created: createApplicationPassword(input: $input) { password applicationPassword { name } }
  }`,
);
export const REVOKE_PASSWORD: PageDocument<unknown> = document(
  'mutation ($by: ApplicationPasswordBy!) { revokeApplicationPassword(by: $by) { deletedId } }',
);

/** A new password, to be shown once. */
export interface NewPassword {
  readonly name: string;
  readonly password: string;
}

/** The content of the forms for passwords. */
export interface PasswordsShown {
  readonly typed: Typed;
  readonly errors: Errors;
}

export const NO_PASSWORD_TYPED: PasswordsShown = { typed: new Typed(), errors: noErrors };

const PURPOSE: Field = {
  name: 'purpose',
  label: 'desk.password.purpose',
  hint: 'desk.password.purposeHint',
  paths: ['name'],
  maxLength: 100,
  isRequired: true,
};

/** Creates a password with the typed name. @param userId null for the visitor */
export async function createPassword(
  visit: Visit,
  userId: number | null,
): Promise<{ readonly created: NewPassword } | PasswordsShown> {
  const { run, typed } = visit;
  const user = userId !== null && { user: { databaseId: userId } };
  try {
    const { created } = await run(CREATE_PASSWORD, { input: { name: typed.text('purpose'), ...user } });
    return { created: { name: created.applicationPassword.name, password: created.password } };
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.problems) throw error;
    return { typed, errors: errorsOf(error.problems, [PURPOSE], visit.words) };
  }
}

/** The most passwords on a page. */
export const mostPasswords = ({ context: { settings } }: Visit): number => Math.min(100, settings.maxPerPage);

/** A new password. It is only in this response. */
export const newPasswordNote = ({ words }: Visit, login: string, { name, password }: NewPassword): Html =>
  html`<section class="secret" role="status"><h2>${words.text('desk.password.created', { name })}</h2>
<p><code>${password}</code></p>
<p>${words.text('desk.password.createdHelp', { login })}</p></section>
`;

function row(visit: Visit, base: string, { databaseId, name, createdAt, lastUsedAt }: ShownPassword): Html {
  const { words, site, passwordId } = visit;
  const day = (time: string): string => site.clock.formats.day(time.slice(0, 10));
  const used = lastUsedAt
    ? words.text('desk.password.used', { day: day(lastUsedAt) })
    : words.text('desk.password.unused');
  const isOwn = databaseId === passwordId;
  return html`<li><div class="what"><strong>${name}</strong>${isOwn && html` <span class="badge now">${words.text('desk.password.current')}</span>`}
<p>${words.text('desk.password.made', { day: day(createdAt) })} · ${used}</p></div>
<form method="post" action="${base}/${databaseId}/revoke"><button class="quiet">${words.text(isOwn ? 'desk.password.revokeCurrent' : 'desk.password.revoke')}<span class="unseen">: ${name}</span></button></form></li>
`;
}

/** The passwords of a user, and a form for a new one. @param base the address that the forms are posted below */
export function passwordsSection(
  visit: Visit,
  base: string,
  { totalCount, nodes }: PasswordList,
  { typed, errors }: PasswordsShown,
): HtmlValue {
  const { words } = visit;
  const state = formState(words, typed, errors);
  return html`<section id="passwords"><h2>${words.text('desk.passwords')}</h2>
<p class="hint">${words.text('desk.passwords.help')}</p>
${nodes.length > 0 && html`<ul class="rows">${nodes.map((password) => row(visit, base, password))}</ul>`}
${totalCount > nodes.length && html`<p>${words.text('desk.passwords.more', { count: nodes.length })}</p>`}
<form class="record" method="post" action="${base}" novalidate>
${textField(state, PURPOSE)}
<p class="buttons"><button>${words.text('desk.password.create')}</button></p>
</form></section>
`;
}
