import { RECORD_KINDS } from '../../lib/kinds.ts';
import {
  CATEGORY_PAGES,
  EVENTS_PAGE,
  INDEX_PAGES,
  pageAddress,
  recordPages,
  TAG_PAGES,
} from '../../lib/page-addresses.ts';
import { currentRequest } from '../../platform/telemetry/current.ts';

/** Fixed paths outside of REST. */
const FIXED_PATHS = [
  EVENTS_PAGE,
  ...Object.values<string>(INDEX_PAGES),
  '/api',
  '/graphql',
  '/docs',
  '/graphiql',
  '/healthz',
  '/readyz',
  '/favicon.ico',
  '/schema.graphql',
  '/robots.txt',
  '/sitemap.xml',
  '/.well-known/api-catalog',
  '/.well-known/security.txt',
];
const FILE_FOLDERS = ['/demo/', '/docs/', '/graphiql/', '/images/', '/pages/'];
/** Templates of pages by slug. */
const BY_SLUG: readonly (readonly [prefix: string, template: string])[] = [
  ...RECORD_KINDS.map((kind) => [`${recordPages(kind)}/`, '/{type}/{slug}/'] as const),
  ...[CATEGORY_PAGES, TAG_PAGES].map((pages) => [`${pages}/`, pageAddress(pages, '{slug}')] as const),
  // Addresses of The Events Calendar, which redirect.
  [`${EVENTS_PAGE}/`, `${EVENTS_PAGE}/{address}`],
  ['/sitemap-', '/sitemap-{kind}-{page}.xml'],
];

/**
 * The template of an address outside of REST; `other` if unknown, so that the number of templates is bounded.
 * @param url with or without query
 */
export function pageRoute(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  if (path === '/') return '/';
  const folder = FILE_FOLDERS.find((prefix) => path.startsWith(prefix));
  if (folder !== undefined) return `${folder}{file}`;
  const [, bySlug] = BY_SLUG.find(([prefix]) => path.startsWith(prefix)) ?? [];
  if (bySlug !== undefined) return bySlug;
  const plain = path.replace(/\/$/, '');
  return FIXED_PATHS.includes(plain) ? plain : 'other';
}

/** The template of the current request's address. */
export function currentRoute(): string {
  const request = currentRequest();
  return request?.route ?? pageRoute(request?.url ?? '');
}
