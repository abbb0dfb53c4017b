import { currentRequest } from './current.ts';

/** Addresses outside of REST; those below them are files. */
const FIXED = [
  '/events',
  '/graphql',
  '/docs',
  '/graphiql',
  '/healthz',
  '/readyz',
  '/favicon.ico',
  '/schema.graphql',
];
const FILES = ['/docs/', '/graphiql/', '/pages/'];

/**
 * The template of an address that no route of REST has claimed, one of a few. @param url with or without
 * query
 */
export function pageRoute(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  if (path === '/') return '/';
  const folder = FILES.find((prefix) => path.startsWith(prefix));
  if (folder !== undefined) return `${folder}{file}`;
  if (/^\/(event|venue|organizer)\//.test(path)) return '/{type}/{slug}/';
  if (path.startsWith('/events/category/')) return '/events/category/{slug}/';
  if (path.startsWith('/tag/')) return '/tag/{slug}/';
  const plain = path.replace(/\/$/, '');
  return FIXED.includes(plain) ? plain : 'other';
}

/** The template of the address that is being answered. */
export function currentRoute(): string {
  const request = currentRequest();
  return request?.route ?? pageRoute(request?.url ?? '');
}
