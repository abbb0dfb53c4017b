/**
 * Paths of the HTML pages, relative to the site's address. They are also the `url` of records and terms, so clients can
 * request JSON there.
 */
export const EVENTS_PAGE = '/events';
export const CATEGORY_PAGES = '/events/category';
export const TAG_PAGES = '/tag';
/** The lists of all venues and all organizers. */
export const INDEX_PAGES = { venue: '/venues', organizer: '/organizers' } as const;
export const recordPages = (kind: string): string => `/${kind}`;

/**
 * The path of the page of one record or term, `/events/category/music/jazz/`.
 * @param slugs one, or for a category also its ancestors, the root first
 */
export const pageAddress = (pages: string, ...slugs: readonly string[]): string =>
  `${pages}/${slugs.join('/')}/`;

/** The last slug in the route parameters of a page; `''` without one. */
export const slugInPath = ({ slug = '', slugs = [] }: Readonly<Record<string, string | string[]>>): string =>
  [slugs, slug].flat().findLast((part) => part !== '') ?? '';
