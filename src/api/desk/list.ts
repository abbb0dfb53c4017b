import { mayReadEverything } from '../../domain/access/policy.ts';
import type { WordKey } from '../../lib/words.ts';
import { when } from '../pages/public/dates.ts';
import { ignoredTexts } from '../pages/public/filters.ts';
import { type Html, type HtmlValue, html } from '../pages/public/html.ts';
import { readPageQuery } from '../pages/public/page-query.ts';
import { pager, searchField } from '../pages/public/parts.ts';
import { statusBadge } from '../pages/public/status.ts';
import { actionButtons } from './actions.ts';
import type { DeskPage, DeskRoute, Visit } from './desk.ts';
import { alert, type Choice, formState, hidden, selectField } from './fields.ts';
import {
  assertMayAdd,
  isEventRow,
  isTerm,
  KINDS,
  type Kind,
  LISTS,
  mayEdit,
  NEW,
  type Row,
  type RowsAnswer,
  SECTION_OF,
  statusOf,
} from './records.ts';
import { STATUS_WORDS } from './status-field.ts';
import { Typed } from './typed.ts';

const TITLES: Readonly<Record<Kind, { title: WordKey; search: WordKey; empty: WordKey }>> = {
  event: {
    title: 'page.events',
    search: 'filter.search',
    empty: 'list.nothingYet',
  },
  venue: {
    title: 'page.venues',
    search: 'index.searchVenues',
    empty: 'index.noVenues',
  },
  organizer: {
    title: 'page.organizers',
    search: 'index.searchOrganizers',
    empty: 'index.noOrganizers',
  },
  category: {
    title: 'desk.categories',
    search: 'filter.find',
    empty: 'desk.list.noCategories',
  },
  tag: { title: 'desk.tags', search: 'filter.find', empty: 'desk.list.noTags' },
};

type StatusChoice = keyof typeof STATUS_WORDS;

const SPANS = { upcoming: 'desk.list.upcoming', past: 'page.past', all: 'desk.list.all' } as const;
type Span = keyof typeof SPANS;
const AT_ANY_TIME = { startsFrom: '0001-01-01', endsUntil: '9999-12-31' };
const NEWEST_FIRST = { field: 'start_date', direction: 'desc' };

/** The filters of a list, as the address has them. */
interface Wanted {
  readonly search: string | null;
  readonly page: number;
  readonly status: StatusChoice | '';
  /** Of events; the trash has events of any time. */
  readonly span: Span;
  readonly whose: 'mine' | 'all';
  /** The sentences about values that the page ignores. */
  readonly ignored: readonly string[];
}

const STATUSES: readonly StatusChoice[] = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];
const statusesFor = (kind: Kind): readonly StatusChoice[] =>
  kind === 'event' ? [...STATUSES, 'hidden'] : STATUSES;

/** Whether the list may have records of others. Events of others are for the roles that may change them. */
const hasOthers = (kind: Kind, { context: { caller } }: Visit): boolean =>
  !isTerm(kind) && (kind !== 'event' || mayReadEverything(caller));

function wantedFrom(kind: Kind, visit: Visit): Wanted {
  const { query, site } = visit;
  const { pageQuery, ignored } = readPageQuery({ search: query.text('search'), page: query.text('page') });
  const status = statusesFor(kind).find((one) => one === query.text('status')) ?? '';
  const span = query.text('when');
  return {
    search: pageQuery.search,
    page: pageQuery.page,
    status: isTerm(kind) ? '' : status,
    span: status === 'trash' || span === 'all' ? 'all' : span === 'past' ? 'past' : 'upcoming',
    whose: hasOthers(kind, visit) && query.text('whose') !== 'mine' ? 'all' : 'mine',
    ignored: ignoredTexts(ignored, site),
  };
}

function variablesFor(kind: Kind, { search, page, status, span, whose }: Wanted, { context }: Visit) {
  const words = search !== null && { search };
  if (isTerm(kind)) return { page, filter: { ...words, hideEmpty: false } };
  const filter = {
    ...words,
    ...(status === 'hidden' && { isHidden: true }),
    ...(status !== '' && status !== 'hidden' && { statuses: [status] }),
    ...(whose === 'mine' && { authorId: context.caller.id }),
  };
  if (kind !== 'event') return { page, filter };
  const time = span === 'all' ? AT_ANY_TIME : { hasEnded: span === 'past' };
  return {
    page,
    filter: { ...filter, ...time, ...(search !== null && { searchLinked: true }) },
    ...(span !== 'upcoming' && { orderBy: NEWEST_FIRST }),
  };
}

/** The path of a list, without parameters that have their default. */
function pathOf(kind: Kind, { search, page, status, span, whose }: Wanted, isOfOthers: boolean): string {
  const query = new URLSearchParams();
  if (search !== null) query.set('search', search);
  if (status !== '') query.set('status', status);
  if (kind === 'event' && span !== 'upcoming') query.set('when', span);
  if (isOfOthers && whose === 'mine') query.set('whose', whose);
  if (page > 1) query.set('page', String(page));
  return `/desk/${SECTION_OF[kind]}${query.size > 0 ? `?${query}` : ''}`;
}

/** Place of an event, city of a venue, parent and number of events of a term. */
function details(row: Row, { words, site }: Visit): HtmlValue {
  const { city, parent, eventCount } = row;
  if (isEventRow(row)) {
    const { venue, isOnline, series } = row;
    const place = venue && [venue.name, venue.city].filter(Boolean).join(', ');
    const parts = [place, isOnline && words.text(venue ? 'event.alsoOnline' : 'event.online'), series?.text];
    return html`<p class="when">${when(row, site.clock)}</p><p class="where">${parts.filter(Boolean).join(' · ')}</p>`;
  }
  const count = eventCount !== undefined && words.text('count.events', { count: eventCount });
  const parts = [city, parent?.name, count].filter(Boolean);
  return parts.length > 0 && html`<p class="where">${parts.join(' · ')}</p>`;
}

function entry(kind: Kind, row: Row, visit: Visit, back: string): Html {
  const { words, site } = visit;
  const { databaseId, name, status } = row;
  const badge = status !== undefined && status !== 'PUBLISHED' && words.text(STATUS_WORDS[statusOf(status)]);
  const form = `${site.url}/desk/${SECTION_OF[kind]}/${databaseId}`;
  const id = `name-${databaseId}`;
  return html`<li class="card"><div class="what">
<h3 id="${id}">${mayEdit(visit, row) ? html`<a href="${form}">${name}</a>` : name}${
    isEventRow(row) && statusBadge(row, site.clock)
  }${badge && html` <span class="badge">${badge}</span>`}</h3>
${details(row, visit)}${actionButtons(visit, kind, row, back, id)}
</div></li>
`;
}

/** The search, and the other filters below it, which are open while one is set. */
function filters(kind: Kind, wanted: Wanted, visit: Visit): Html {
  const { words, site } = visit;
  const { search, status, span, whose } = wanted;
  const isOfOthers = hasOthers(kind, visit);
  const state = formState(words, Typed.of({ status, whose }));
  const all = words.text('desk.list.all');
  const statuses: Choice[] = statusesFor(kind).map((one) => [one, words.text(STATUS_WORDS[one])]);
  const isSet = status !== '' || (isOfOthers && whose === 'mine');
  return html`<form role="search" action="${site.url}/desk/${SECTION_OF[kind]}" method="get">
${searchField(site, words.text(TITLES[kind].search), search)}${
  kind === 'event' && span !== 'upcoming' && hidden('when', span)
}${
  !isTerm(kind) &&
  html`<details${isSet && html` open`}><summary>${words.text('filter.more')}</summary><div class="fields">
${selectField(state, { name: 'status', label: 'desk.status' }, [['', all], ...statuses])}${
  isOfOthers &&
  selectField(state, { name: 'whose', label: 'desk.list.whose' }, [
    ['all', words.text('desk.list.everyone')],
    ['mine', words.text('desk.list.mine')],
  ])
}<div class="checks"><button>${words.text('filter.apply')}</button></div></div></details>`
}</form>`;
}

const spans = (wanted: Wanted, visit: Visit): Html =>
  html`<ul class="toggles">${Object.entries(SPANS).map(([name, key]) => {
    const span = name as Span;
    const path = pathOf('event', { ...wanted, span, page: 1 }, hasOthers('event', visit));
    return html`<li><a href="${visit.site.url}${path}"${span === wanted.span && html` aria-current="true"`}>${visit.words.text(key)}</a></li>`;
  })}</ul>`;

function listPage(kind: Kind, wanted: Wanted, { list }: RowsAnswer, visit: Visit): DeskPage {
  const { words, site } = visit;
  const { totalCount, totalPages, nodes } = list;
  const { search, page, status, ignored } = wanted;
  const isOfOthers = hasOthers(kind, visit);
  const { title: titleKey, empty } = TITLES[kind];
  const title = words.text(kind === 'event' && !isOfOthers ? 'desk.events' : titleKey);
  const pathTo = (other: number): string => pathOf(kind, { ...wanted, page: other }, isOfOthers);
  const link = (other: number, text: WordKey) => ({
    href: `${site.url}${pathTo(other)}`,
    text: words.text(text),
  });
  const adjacent = {
    previous: page > 1 ? link(page - 1, 'index.previous') : null,
    next: page < totalPages ? link(page + 1, 'index.next') : null,
  };
  const createLink = html`<a class="button" href="${site.url}/desk/${SECTION_OF[kind]}/new">${words.text(NEW[kind])}</a>`;
  const isFiltered = search !== null || status !== '' || wanted.span === 'past';
  const count = `${words.text('desk.list.count', { count: totalCount })}${
    totalPages > 1 ? ` · ${words.text('index.page', { page, pages: totalPages })}` : ''
  }`;
  const main = html`<div class="heading"><h1>${title}</h1>${createLink}</div>
${ignored.length > 0 && alert(ignored.join(' '))}<div class="tools">${filters(kind, wanted, visit)}${
    kind === 'event' && status !== 'trash' && spans(wanted, visit)
  }</div>
${
  nodes.length === 0
    ? html`<div class="empty"><p>${words.text(isFiltered ? 'index.noResults' : empty)}</p><p>${createLink}</p></div>`
    : html`<h2 class="count">${count}</h2>
<ul class="cards">
${nodes.map((row) => entry(kind, row, visit, pathTo(page)))}</ul>`
}${pager(adjacent, words.text('list.pages'))}`;
  return { title, section: SECTION_OF[kind], main };
}

/** `/desk/<section>`: the lists of events, venues, organizers, categories and tags. */
export const LIST_ROUTES: readonly DeskRoute[] = KINDS.map((kind) => ({
  method: 'get',
  path: `/${SECTION_OF[kind]}`,
  async handle(visit) {
    assertMayAdd(kind, visit);
    const wanted = wantedFrom(kind, visit);
    return listPage(kind, wanted, await visit.run(LISTS[kind], variablesFor(kind, wanted, visit)), visit);
  },
}));
