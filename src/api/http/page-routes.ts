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

/** Addresses that do not belong to REST. */
const FIXED = [
  EVENTS_PAGE,
  ...Object.values<string>(INDEX_PAGES),
  '/api',
  '/graphql',
  '/docs',
  '/graphiql',
  '/healthz',
  '/readyz',
  '/readyz/reads',
  '/favicon.ico',
  '/schema.graphql',
  '/robots.txt',
  '/sitemap.xml',
  '/.well-known/api-catalog',
  '/.well-known/security.txt',
];
const FILES = ['/demo/', '/docs/', '/graphiql/', '/pages/'];
/** Pages by slug, and their templates. */
const BY_SLUG: readonly (readonly [prefix: string, template: string])[] = [
  ...RECORD_KINDS.map((kind) => [`${recordPages(kind)}/`, '/{type}/{slug}/'] as const),
  ...[CATEGORY_PAGES, TAG_PAGES].map((pages) => [`${pages}/`, pageAddress(pages, '{slug}')] as const),
  // Those of The Events Calendar, which are redirected.
  [`${EVENTS_PAGE}/`, `${EVENTS_PAGE}/{address}`],
  ['/sitemap-', '/sitemap-{kind}-{page}.xml'],
];

/**
 * The template of an address that does not belong to REST; there are only a few.
 * @param url with or without query
 */
export function pageRoute(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  if (path === '/') return '/';
  const folder = FILES.find((prefix) => path.startsWith(prefix));
  if (folder !== undefined) return `${folder}{file}`;
  const [, bySlug] = BY_SLUG.find(([prefix]) => path.startsWith(prefix)) ?? [];
  if (bySlug !== undefined) return bySlug;
  const plain = path.replace(/\/$/, '');
  return FIXED.includes(plain) ? plain : 'other';
}

/** The template of the address that is being answered. */
export function currentRoute(): string {
  const request = currentRequest();
  return request?.route ?? pageRoute(request?.url ?? '');
}
