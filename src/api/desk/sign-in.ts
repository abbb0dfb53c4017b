import type { Request, Response } from 'express';
import { ServiceError } from '../../lib/errors.ts';
import type { WordKey } from '../../lib/words.ts';
import { uncached } from '../http/response-cache.ts';
import { html } from '../pages/public/html.ts';
import type { Site } from '../pages/public/layout.ts';
import { type DeskPage, FAILED } from './desk.ts';
import { alert, formState, hidden, textField } from './fields.ts';
import { Typed } from './typed.ts';

/** Paths of the desk, to continue at after the sign-in; nothing that leads elsewhere. */
const INSIDE = /^\/desk(?:\/[\w-]+)*(?:\?[\w=&%+.-]*)?$/;
export const pathInside = (text: string): string => (INSIDE.test(text) ? text : '/desk');

/** Whether browsers store the session: only at https addresses, and on this machine. */
function keepsSessions({ url }: Site): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

interface SignInPage {
  /** The path to continue at. */
  readonly to: string;
  readonly login?: string;
  /** The sentence about a refused sign-in. */
  readonly problem?: WordKey;
  /** Whether users can sign in at the OIDC issuer. */
  readonly hasIssuer: boolean;
}

/** The page to sign in. */
export function signInPage(site: Site, { to, login = '', problem, hasIssuer }: SignInPage): DeskPage {
  const { words } = site.clock;
  const state = formState(words, Typed.of({ login }));
  const title = words.text('desk.signIn');
  const main = html`<h1>${title}</h1>
${problem && alert(words.text(problem))}${!keepsSessions(site) && alert(words.text('desk.signIn.insecure'))}${hasIssuer && html`<p><a class="button" href="${site.url}/desk/sign-in/start?to=${encodeURIComponent(to)}">${words.text('desk.signIn.issuer')}</a></p>`}
<form class="record sign-in" method="post" action="${site.url}/desk/sign-in">
${hidden('to', to)}${textField(state, { name: 'login', label: 'desk.signIn.login', autocomplete: 'username', isRequired: true })}
${textField(state, { name: 'password', type: 'password', label: 'desk.signIn.password', hint: 'desk.signIn.passwordHint', autocomplete: 'current-password', isRequired: true })}
<p class="buttons"><button>${title}</button></p>
</form>`;
  return { title, section: null, main, status: problem ? FAILED.signIn : 200 };
}

/** The page for a form that was posted after the end of its session. It keeps all typed values. */
export function sessionEndedPage(site: Site, path: string, typed: Typed, hasFile: boolean): DeskPage {
  const { words } = site.clock;
  const title = words.text('desk.ended');
  const main = html`<h1>${title}</h1>
<p class="lead">${words.text('desk.ended.help')}</p>
${hasFile && html`<p>${words.text('desk.ended.file')}</p>`}
<p><a class="button" href="${site.url}/desk/sign-in" target="_blank" rel="noopener">${words.text('desk.signIn')}</a></p>
<form class="record" method="post" action="${site.url}${pathInside(path)}" enctype="multipart/form-data">
${typed.entries.filter(([name]) => name !== 'resumed').map(([name, value]) => hidden(name, value))}${hidden('resumed', 'on')}
<p class="buttons"><button>${words.text('desk.ended.continue')}</button></p>
</form>`;
  return { title, section: null, main, status: FAILED.signIn };
}

/**
 * Refuses a posted form that a page of another site may have sent. Browsers name the origin of each posted form.
 * @throws ServiceError rest_forbidden 403
 */
export function assertSameSite({ headers }: Request, { url }: Site): void {
  const { 'sec-fetch-site': from, origin } = headers;
  const isSame = from === undefined ? origin === new URL(url).origin : from === 'same-origin';
  if (!isSame) throw new ServiceError('rest_forbidden');
}

export function redirect(res: Response, site: Site, path: string): void {
  uncached(res).redirect(303, `${site.url}${path}`);
}
