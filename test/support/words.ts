import type { Role } from '../../src/domain/access/role.ts';

/** A JSON object, as a client sends or receives it. */
export type Body = Record<string, unknown>;
export const isRecord = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** The objects of a list; empty if the value is not a list. */
export const recordsIn = (value: unknown): Body[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** The two APIs of the service, with the same rules. */
export type Api = 'REST' | 'GraphQL';
export const APIS: readonly Api[] = ['REST', 'GraphQL'];

/** The kinds of records, with the name of their lists, which is also their address. */
export const LISTS = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const;
export type Kind = keyof typeof LISTS;
/** Kinds with a state and an author. */
export const POSTS = ['event', 'venue', 'organizer'] as const;
export type Post = (typeof POSTS)[number];
/** A record by id, or by slug if the kind has slugs in addresses. */
export type Target = number | string;

export const ROLE_NAMES = [
  'administrator',
  'editor',
  'author',
  'contributor',
  'subscriber',
  'anonymous',
] as const satisfies readonly (Role | 'anonymous')[];
export type RoleName = (typeof ROLE_NAMES)[number];
export type Headers = Record<string, string>;
/** The caller: a user with a role, or the headers of a request. */
export type As = RoleName | Headers;

export const camel = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
