/**
 * Where the pages for people are, below the address of the site. These are also the `url` of records and
 * terms, so clients can ask for JSON there.
 */
export const EVENTS_PAGE = '/events';
export const CATEGORY_PAGES = '/events/category';
export const TAG_PAGES = '/tag';
/** The lists of all venues and all organizers. */
export const INDEX_PAGES = { venue: '/venues', organizer: '/organizers' } as const;
export const recordPages = (kind: string): string => `/${kind}`;

/**
 * The page of one record or term, `/events/category/music/jazz/`.
 * @param slugs of a category, those above it first
 */
export const pageAddress = (pages: string, ...slugs: readonly string[]): string =>
  `${pages}/${slugs.join('/')}/`;

/** The slug of the record or term at the end of the path of a page; empty in a path without one. */
export const slugInPath = ({ slug = '', slugs = [] }: Readonly<Record<string, string | string[]>>): string =>
  [slugs, slug].flat().findLast((part) => part !== '') ?? '';
