import type { EventFilter } from '../../../domain/generated/schema.ts';
import { capitalize } from '../../contract/endpoints.ts';
import { type Html, type HtmlValue, html } from './html.ts';
import type { Site } from './layout.ts';
import type { Listing, NamedAnswer, NamedFilter, TermKind } from './page-documents.ts';
import { FILTERS, type ListFilters, listUrl, type PageQuery } from './page-query.ts';
import { searchField } from './parts.ts';

/** The records and terms named in the filters of a URL. */
export type NamedRecords = Readonly<Partial<Record<NamedFilter, NamedAnswer['named']>>>;

export interface FilteredList {
  readonly site: Site;
  readonly within: TermKind;
  /** The slug of the term in the path; null for the list of all events. */
  readonly slug: string | null;
  readonly pageQuery: PageQuery;
  readonly named: NamedRecords;
}

export const firstPage = (pageQuery: PageQuery): PageQuery => ({ ...pageQuery, page: 1 });

const by = ({ databaseId }: NamedAnswer['named']) => [{ databaseId }];

export function eventFilter({ within, slug, pageQuery, named }: FilteredList): EventFilter {
  const { search, featured } = pageQuery;
  return {
    ...(search !== null && { search, searchLinked: true }),
    ...(named.category && { categories: by(named.category) }),
    ...(named.tag && { tags: by(named.tag) }),
    ...(slug !== null && { [within === 'tag' ? 'tags' : 'categories']: [{ slug }] }),
    ...(named.venue && { venues: by(named.venue) }),
    ...(named.organizer && { organizers: by(named.organizer) }),
    ...(featured !== null && { isFeatured: true }),
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
  set('featured', pageQuery.featured);
  set('search', pageQuery.search);
  set('search_linked', pageQuery.search && 'true');
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function filterInWords(filter: keyof ListFilters, value: string, { site, named }: FilteredList): string {
  const { formats } = site.clock;
  switch (filter) {
    case 'date':
      return `From ${formats.day(value)}`;
    case 'until':
      return `Until ${formats.day(value)}`;
    case 'search':
      return `“${value}”`;
    case 'featured':
      return 'Featured';
    default:
      return `${capitalize(filter)}: ${named[filter]?.name ?? value}`;
  }
}

/** Each filter as a link to the same list without it. */
export function chips(filtered: FilteredList, base: string): HtmlValue {
  const { pageQuery } = filtered;
  const active = FILTERS.flatMap((filter) => {
    const value = pageQuery[filter];
    return value === null
      ? []
      : [
          {
            text: filterInWords(filter, value, filtered),
            without: { ...firstPage(pageQuery), [filter]: null },
          },
        ];
  });
  const all = listUrl(base, { view: pageQuery.view, month: pageQuery.month, day: pageQuery.day });
  const rest = active.length > 1 && html`<li><a class="all" href="${all}">Clear all</a></li>`;
  return (
    active.length > 0 &&
    html`<ul class="chips" aria-label="Filters">${active.map(
      ({ text, without }) =>
        html`<li><a href="${listUrl(base, without)}"><span class="unseen">Remove </span>${text}<span
 class="cross" aria-hidden="true">×</span></a></li>`,
    )}${rest}</ul>
`
  );
}

const hidden = (name: string, value: string | null): HtmlValue =>
  value !== null && html`<input type="hidden" name="${name}" value="${value}">`;

const dayField = (label: string, name: 'date' | 'until', day: string | null): Html =>
  html`<label>${label} <input type="date" name="${name}" value="${day ?? ''}"></label>`;

function categoryField({ pageQuery, named }: FilteredList, { nodes }: Listing['categories']): HtmlValue {
  const { category } = pageQuery;
  const isListed = nodes.some(({ slug }) => slug === category);
  const options =
    isListed || category === null
      ? nodes
      : [...nodes, { slug: category, name: named.category?.name ?? category }];
  return (
    options.length > 0 &&
    html`<label>Category <select name="category"><option value="">All</option>${options.map(
      ({ slug, name }) =>
        html`<option value="${slug}"${slug === category && html` selected`}>${name}</option>`,
    )}</select></label>`
  );
}

/** The search field with all other filters below it. @param categories in their order */
export function filterForm(filtered: FilteredList, base: string, categories: Listing['categories']): Html {
  const { pageQuery, within } = filtered;
  const { view, month } = pageQuery;
  const isList = view === 'list';
  const more = isList ? [pageQuery.date, pageQuery.until] : [];
  const isOpen = [pageQuery.category, pageQuery.featured, ...more].some((value) => value !== null);
  const featured = pageQuery.featured !== null && html` checked`;
  return html`<form role="search" action="${base}" method="get">
${searchField('Search events', pageQuery.search)}
<details${isOpen && html` open`}><summary>Filters</summary><div class="fields">${
    isList && html`${dayField('From', 'date', pageQuery.date)}${dayField('Until', 'until', pageQuery.until)}`
  }${view === 'day' && dayField('Day', 'date', pageQuery.day)}${within !== 'category' && categoryField(filtered, categories)}<label class="check"><input type="checkbox"
 name="featured" value="true"${featured}> Featured only</label><button>Apply</button></div></details>${
   !isList && (view === 'month' && month !== null ? hidden('month', month) : hidden('view', view))
 }${hidden('tag', pageQuery.tag)}${hidden('venue', pageQuery.venue)}${hidden('organizer', pageQuery.organizer)}</form>`;
}
