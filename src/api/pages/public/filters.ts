import type { EventFilter } from '../../../domain/generated/schema.ts';
import type { WordKey } from '../../../lib/words.ts';
import { type Html, type HtmlValue, html } from './html.ts';
import type { Site } from './layout.ts';
import type { Choice, Choices, Listing, NamedFilter, TermKind } from './page-documents.ts';
import {
  FILTERS,
  type IgnoredValue,
  type ListFilters,
  listUrl,
  MAX_NAME_LENGTH,
  type PageQuery,
} from './page-query.ts';
import { searchField, sortedByName } from './parts.ts';

/** The records and terms named in the filters of a URL. */
export type NamedRecords = Readonly<Partial<Record<NamedFilter, Choice>>>;

export interface FilteredList {
  readonly site: Site;
  readonly within: TermKind;
  /** The slug of the term in the path; null for the list of all events. */
  readonly slug: string | null;
  readonly pageQuery: PageQuery;
  readonly named: NamedRecords;
}

export const firstPage = (pageQuery: PageQuery): PageQuery => ({ ...pageQuery, page: 1 });

const by = ({ databaseId }: Choice) => [{ databaseId }];

export function eventFilter({ within, slug, pageQuery, named }: FilteredList): EventFilter {
  const { search, city, featured, free, online } = pageQuery;
  return {
    ...(search !== null && { search, searchLinked: true }),
    ...(named.category && { categories: by(named.category) }),
    ...(named.tag && { tags: by(named.tag) }),
    ...(slug !== null && { [within === 'tag' ? 'tags' : 'categories']: [{ slug }] }),
    ...(named.venue && { venues: by(named.venue) }),
    ...(named.organizer && { organizers: by(named.organizer) }),
    ...(city !== null && { city }),
    ...(featured !== null && { isFeatured: true }),
    ...(free !== null && { isFree: true }),
    ...(online !== null && { isOnline: true }),
  };
}

/** The filters as a query for the API and for feeds. @param span the time range, by the same names */
export function filterQuery(
  { within, slug, pageQuery, named }: FilteredList,
  span: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams(span);
  const set = (name: string, value: string | number | null | undefined): void => {
    if (value) query.set(name, String(value));
  };
  set('categories', within === 'category' ? slug : named.category && pageQuery.category);
  set('tags', within === 'tag' ? slug : named.tag && pageQuery.tag);
  set('venue', named.venue?.databaseId);
  set('organizer', named.organizer?.databaseId);
  set('city', pageQuery.city);
  set('featured', pageQuery.featured);
  set('free', pageQuery.free);
  set('is_virtual', pageQuery.online);
  set('search', pageQuery.search);
  set('search_linked', pageQuery.search && 'true');
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The values that a page ignores, each with the reason in a sentence. */
export const ignoredTexts = (ignored: readonly IgnoredValue[], { clock: { words } }: Site): string[] =>
  ignored.map(({ name, value, message, choices }) =>
    words.text(message, { name, value, choices: words.list(choices, 'disjunction') }),
  );

/** The frequent filters as links, each of which sets or removes its filter. */
export function toggles({ site, pageQuery }: FilteredList, base: string): Html {
  const { words } = site.clock;
  const first = firstPage(pageQuery);
  const days = { ...first, view: 'list', month: null, day: null, date: null, until: null } as const;
  const { when, free, online } = pageQuery;
  const links = [
    ['list.today', when === 'today', { ...days, when: when === 'today' ? null : 'today' }],
    ['filter.weekend', when === 'weekend', { ...days, when: when === 'weekend' ? null : 'weekend' }],
    ['filter.free', free !== null, { ...first, free: free === null ? 'true' : null }],
    ['event.online', online !== null, { ...first, online: online === null ? 'true' : null }],
  ] as const satisfies [WordKey, boolean, PageQuery][];
  return html`<ul class="toggles" aria-label="${words.text('filter.frequent')}">${links.map(
    ([text, isOn, target]) =>
      html`<li><a href="${listUrl(base, target)}"${isOn && html` aria-current="true"`}>${words.text(text)}</a></li>`,
  )}</ul>`;
}

/** The text of a filter without a toggle; null for all others. */
function chipText(filter: keyof ListFilters, value: string, { site, named }: FilteredList): string | null {
  const { formats, words } = site.clock;
  const chip = (key: WordKey, shown = value): string => words.text(key, { value: shown });
  switch (filter) {
    case 'date':
      return chip('filter.chipDate', formats.day(value));
    case 'until':
      return chip('filter.chipUntil', formats.day(value));
    case 'search':
      return chip('filter.chipSearch');
    case 'category':
      return chip('filter.chipCategory', named.category?.name);
    case 'tag':
      return chip('filter.chipTag', named.tag?.name);
    case 'venue':
      return chip('filter.chipVenue', named.venue?.name);
    case 'organizer':
      return chip('filter.chipOrganizer', named.organizer?.name);
    case 'city':
      return chip('filter.chipCity');
    case 'featured':
      return words.text('event.featured');
    default:
      return null;
  }
}

/** The address of a list without any filter. */
export const unfilteredUrl = (base: string, { view, month, day }: PageQuery): string =>
  listUrl(base, { view, month, day });

/** Each filter without a toggle as a link to the same list without it. */
export function chips(filtered: FilteredList, base: string): HtmlValue {
  const { pageQuery } = filtered;
  const { words } = filtered.site.clock;
  const set = FILTERS.filter((filter) => pageQuery[filter] !== null);
  const links = set.flatMap((filter) => {
    const text = chipText(filter, pageQuery[filter] ?? '', filtered);
    return text === null ? [] : [{ text, href: listUrl(base, { ...firstPage(pageQuery), [filter]: null }) }];
  });
  return (
    links.length > 0 &&
    html`<ul class="chips" aria-label="${words.text('filter.active')}">${links.map(
      ({ text, href }) =>
        html`<li><a href="${href}" aria-label="${words.text('filter.remove', { filter: text })}">${text}<span
 class="cross" aria-hidden="true">×</span></a></li>`,
    )}${
      set.length > 1 &&
      html`<li><a class="all" href="${unfilteredUrl(base, pageQuery)}">${words.text('filter.clear')}</a></li>`
    }</ul>
`
  );
}

const hidden = (name: string, value: string | null): HtmlValue =>
  value !== null && html`<input type="hidden" name="${name}" value="${value}">`;

const dayField = (label: string, name: 'date' | 'until', day: string | null): Html =>
  html`<label>${label} <input type="date" name="${name}" value="${day ?? ''}"></label>`;

const flagField = (label: string, name: 'featured' | 'free' | 'online', value: string | null): Html =>
  html`<label><input type="checkbox" name="${name}" value="true"${
    value !== null && html` checked`
  }> ${label}</label>`;

const CHOICE_LABELS = {
  category: 'filter.category',
  venue: 'filter.venue',
  tag: 'filter.tag',
} as const satisfies Partial<Record<NamedFilter, WordKey>>;

/** The value by which a filter finds a venue or organizer. A page reads digits as an id. */
export const slugOrIdOf = ({ slug, databaseId }: Pick<Choice, 'slug' | 'databaseId'>): string =>
  /^\d+$/.test(slug) ? String(databaseId) : slug;

/** A list of choices, which has the chosen one in any case. */
function choiceField(
  filter: keyof typeof CHOICE_LABELS,
  { nodes }: Choices,
  { site, named }: FilteredList,
): HtmlValue {
  const { words } = site.clock;
  const chosen = named[filter];
  const isChosen = ({ databaseId }: Choice): boolean => databaseId === chosen?.databaseId;
  const options = sortedByName(chosen && !nodes.some(isChosen) ? [...nodes, chosen] : nodes, site);
  return (
    options.length > 0 &&
    html`<label>${words.text(CHOICE_LABELS[filter])} <select name="${filter}"><option value="">${words.text('filter.all', { filter })}</option>${options.map(
      (choice) =>
        html`<option value="${filter === 'venue' ? slugOrIdOf(choice) : choice.slug}"${isChosen(choice) && html` selected`}>${choice.name}</option>`,
    )}</select></label>`
  );
}

/** The search field and, behind a disclosure, all other filters. */
export function filterForm(
  filtered: FilteredList,
  base: string,
  { categories, tags, venues }: Omit<Listing, 'events'>,
): Html {
  const { site, pageQuery, within } = filtered;
  const { words } = site.clock;
  const { view, month, date, until, when, day, city, featured, free, online } = pageQuery;
  const isList = view === 'list';
  return html`<form role="search" action="${base}" method="get">
${searchField(site, words.text('filter.search'), pageQuery.search)}
<details><summary>${words.text('filter.more')}</summary><div class="fields">${
    within !== 'category' && choiceField('category', categories, filtered)
  }${choiceField('venue', venues, filtered)}<label>${words.text('filter.city')} <input name="city" maxlength="${MAX_NAME_LENGTH}" value="${city ?? ''}"></label>${
    within !== 'tag' && choiceField('tag', tags, filtered)
  }${
    isList &&
    html`${dayField(words.text('filter.date'), 'date', date)}${dayField(words.text('filter.until'), 'until', until)}`
  }${view === 'day' && dayField(words.text('filter.day'), 'date', day)}<div class="checks">${flagField(
    words.text('filter.free'),
    'free',
    free,
  )}${flagField(words.text('event.online'), 'online', online)}${flagField(
    words.text('filter.featured'),
    'featured',
    featured,
  )}<button>${words.text('filter.apply')}</button></div></div></details>${
    !isList && (view === 'month' && month !== null ? hidden('month', month) : hidden('view', view))
  }${hidden('when', when)}${hidden('organizer', pageQuery.organizer)}</form>`;
}
