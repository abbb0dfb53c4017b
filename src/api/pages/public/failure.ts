import { isServerError, type ServiceError } from '../../../lib/errors.ts';
import type { HtmlPage } from '../html.ts';
import { html } from './html.ts';
import { renderPage, type Site } from './layout.ts';
import { searchField } from './parts.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  401: 'Login failed',
  403: 'Access denied',
  404: 'Page not found',
  429: 'Too many requests',
  503: 'Temporarily unavailable',
};

function leadOf({ isNotFound, problems, message }: ServiceError): string {
  if (isNotFound) return 'The link may be wrong, or the page was removed.';
  return problems ? 'The page address has invalid values. Correct or remove them:' : message;
}

/** An error page, with links to other pages. */
export function failurePage(site: Site, error: ServiceError): HtmlPage {
  const { status, problems = {} } = error;
  const title = TITLES[status] ?? (isServerError(status) ? 'Something went wrong' : 'Invalid request');
  const details = Object.entries(problems).map(
    ([name, problem]) => html`<li>“${name}” ${problem.message}</li>`,
  );
  const main = html`<h1>${title}</h1>
<p class="lead">${leadOf(error)}</p>
${details.length > 0 && html`<ul>${details}</ul>\n`}<form role="search" action="${site.url}/events/"
 method="get">${searchField('Search events', null)}</form>
<p class="actions"><a class="button" href="${site.url}/events/">All events</a>
<a href="${site.url}/">Start page</a></p>`;
  return renderPage(site, { title, url: null, main });
}
