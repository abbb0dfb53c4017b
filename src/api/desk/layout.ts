import type { Caller } from '../../domain/access/caller.ts';
import { mayManageTerms, mayManageUsers, mayReadEverything, mayWrite } from '../../domain/access/policy.ts';
import type { WordKey, Words } from '../../lib/words.ts';
import { type HtmlPage, policy } from '../pages/html.ts';
import { type Html, type HtmlValue, html } from '../pages/public/html.ts';
import type { Site } from '../pages/public/layout.ts';
import { ASSETS } from './assets.ts';
import type { DeskPage, Section } from './desk.ts';

interface Entry {
  readonly section: Section;
  readonly label: WordKey;
  readonly isVisible: boolean;
}
/** The navigation, by the rights of the user. */
function entriesFor(caller: Caller): readonly Entry[] {
  const [writes, hasTerms] = [mayWrite(caller), mayManageTerms(caller)];
  const events = mayReadEverything(caller) ? 'page.events' : 'desk.events';
  return [
    { section: 'events', label: events, isVisible: writes },
    { section: 'venues', label: 'page.venues', isVisible: writes },
    { section: 'organizers', label: 'page.organizers', isVisible: writes },
    { section: 'categories', label: 'desk.categories', isVisible: hasTerms },
    { section: 'tags', label: 'desk.tags', isVisible: hasTerms },
    { section: 'import', label: 'desk.import', isVisible: writes },
    { section: 'people', label: 'desk.people', isVisible: mayManageUsers(caller) },
    { section: 'account', label: 'desk.account', isVisible: true },
  ];
}

function navigation(site: Site, words: Words, caller: Caller, current: Section | null): Html {
  return html`<nav class="views" aria-label="${words.text('page.navigation')}">${entriesFor(caller).map(
    ({ section, label, isVisible }) =>
      isVisible &&
      html`<a href="${site.url}/desk/${section}"${section === current && html` aria-current="page"`}>${words.text(label)}</a>`,
  )}</nav>
<form class="sign-out" method="post" action="${site.url}/desk/sign-out"><button class="quiet">${words.text('desk.signOut')}</button></form>`;
}

/**
 * Renders a page of the desk.
 * @param caller the signed-in user; null before sign-in
 * @param nonce of the style that the editor adds
 * @param notice about the change before
 */
export function renderDeskPage(
  site: Site,
  { title, section, main }: DeskPage,
  { caller, nonce, notice }: { caller: Caller | null; nonce: string; notice: HtmlValue },
): HtmlPage {
  const { words } = site.clock;
  const text = html`<!doctype html>
<html lang="${words.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="trix-csp-nonce" content="${nonce}">
<title>${title} – ${site.name}</title>
<link rel="icon" type="image/svg+xml" href="${site.url}/favicon.svg">
<link rel="stylesheet" href="${site.styleUrl}">
<link rel="stylesheet" href="${site.url}${ASSETS.css.path}">
<script type="module" src="${site.url}${ASSETS.js.path}"></script>
</head>
<body class="desk" data-editor-src="${site.url}${ASSETS.editor.path}">
<a class="skip" href="#main">${words.text('page.skip')}</a>
<header class="top"><a class="brand" href="${site.url}/"><img
 src="${site.url}/favicon.svg" alt="" width="28" height="28">${site.name}</a>${caller && navigation(site, words, caller, section)}</header>
<main id="main">
${notice}${main}
</main>
</body>
</html>
`;
  return {
    html: String(text),
    csp: policy({
      'script-src': "'self'",
      'style-src': `'self' 'nonce-${nonce}'`,
      'img-src': "'self' https: http: data:",
      'form-action': "'self'",
    }),
  };
}
