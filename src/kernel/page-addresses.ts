/**
 * Where the pages for people are, below the site. They are the `url` of what they show, so that JSON is to be
 * had there too.
 */
export const EVENTS_PAGE = '/events';
export const CATEGORY_PAGES = '/events/category';
export const TAG_PAGES = '/tag';
export const recordPages = (kind: string): string => `/${kind}`;

/** The page of one of these, `/events/category/music/jazz/`. @param slugs of a category, those above it first */
export const pageAddress = (pages: string, ...slugs: readonly string[]): string =>
  `${pages}/${slugs.join('/')}/`;
