import { isOurFault, type ServiceError } from '../../../lib/errors.ts';
import type { HtmlPage } from '../html.ts';
import { html } from './html.ts';
import { renderPage, type Site } from './layout.ts';
import { searchField } from './parts.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'This cannot be shown',
  401: 'The login is not right',
  403: 'This is not for everybody',
  404: 'There is no such page',
  429: 'Too many requests',
  503: 'Back in a moment',
};

function leadOf({ isAbsence, problems, message }: ServiceError): string {
  if (isAbsence) return 'The address is wrong, or what was here is gone.';
  return problems ? 'Something in the address cannot be read:' : message;
}

/** A page that says what went wrong, with a way to go on. */
export function failurePage(site: Site, error: ServiceError): HtmlPage {
  const { status, problems = {} } = error;
  const title = TITLES[status] ?? (isOurFault(status) ? 'Something went wrong' : 'This cannot be shown');
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
