import { isServerError, type ServiceError } from '../../../lib/errors.ts';
import type { WordKey } from '../../../lib/words.ts';
import type { HtmlPage } from '../html.ts';
import { html } from './html.ts';
import { renderPage, type Site } from './layout.ts';
import { searchField } from './parts.ts';

/** Title and help by status. The messages of errors are for developers, and in English. */
const TEXTS: Readonly<Record<number, readonly [title: WordKey, lead: WordKey]>> = {
  401: ['failure.login', 'failure.loginHelp'],
  403: ['failure.denied', 'failure.deniedHelp'],
  404: ['failure.missing', 'failure.missingHelp'],
  429: ['failure.tooMany', 'failure.tooManyHelp'],
  503: ['failure.unavailable', 'failure.unavailableHelp'],
};
const OTHER = ['failure.server', 'failure.serverHelp'] as const;
const INVALID = ['failure.invalid', 'failure.invalidHelp'] as const;

/** An error page, with links to other pages. */
export function failurePage(site: Site, error: ServiceError): HtmlPage {
  const { words } = site.clock;
  const { status, problems = {} } = error;
  const [titleKey, leadKey] = TEXTS[status] ?? (isServerError(status) ? OTHER : INVALID);
  const title = words.text(titleKey);
  const names = Object.keys(problems);
  const events = `${site.url}/events/`;
  const main = html`<h1>${title}</h1>
<p class="lead">${words.text(leadKey)}</p>
${
  names.length > 0 &&
  html`<ul>${names.map((name) => html`<li>${words.text('failure.parameter', { name })}</li>`)}</ul>\n`
}<form role="search" action="${events}" method="get">${searchField(site, words.text('filter.search'), null)}</form>
<p class="actions"><a class="button" href="${events}">${words.text('list.all')}</a>
<a href="${site.url}/">${words.text('failure.start')}</a></p>`;
  return renderPage(site, { title, url: null, main });
}
