import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import type { Surface } from './surface.ts';

/** An incompatible change since the release. */
export interface Break {
  /** Its name in the changelog: `Event.title`, `GET /events ?search`. */
  name: string;
  message: string;
}

async function graphqlBreaks(before: string, now: string): Promise<Break[]> {
  const changes = await diff(buildSchema(before), buildSchema(now));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ path, message }) => ({ name: path ?? message, message }));
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
/** The part of a line without its type: `GET /events ?search` of `GET /events ?search string`. */
const nameOf = (line: string): string => {
  const [, name = line] = /^(\w+ \/\S* [?{]\w+|\w+ \/\S*|\w+ \w+ \S+)/.exec(line) ?? [];
  return name.replace('{', '');
};
const routeOf = (line: string): string => line.split(' ').slice(0, 2).join(' ');

/** Replaces a type by a later one that accepts all its values: ids, and also names. */
const wider = (line: string): string => line.replace(/(\?\w+) int\[\]$/, '$1 RecordRef[]');

function restBreaks(before: string, now: string): Break[] {
  const [old, current] = [linesOf(before), linesOf(now)];
  const removed = old
    .filter((line) => !current.includes(line) && !current.includes(wider(line)))
    .map((line) => ({ name: nameOf(line), message: `"${line}" was removed, or has another type` }));
  const required = current
    .filter((line) => /!\}?$/.test(line) && !old.includes(line) && old.includes(routeOf(line)))
    .map((line) => ({ name: nameOf(line), message: `"${line}" is now required` }));
  return [...removed, ...required];
}

/** Changes that break clients of a release. */
export async function breaks(released: Surface, now: Surface): Promise<Break[]> {
  return [...(await graphqlBreaks(released.graphql, now.graphql)), ...restBreaks(released.rest, now.rest)];
}

/**
 * Whether the changelog declares a break, by its name or by that of its parent: `Query.events` of
 * `Query.events.search`.
 */
export const isDeclared = (name: string, known: ReadonlySet<string>): boolean =>
  known.has(name) || (name.includes('.') && isDeclared(name.slice(0, name.lastIndexOf('.')), known));

/** Names in backticks under `### Breaking` of the unreleased part of the changelog. */
export function declared(changelog: string): Set<string> {
  const unreleased = /^## \[Unreleased\]$([\s\S]*?)(?=^## )/m.exec(`${changelog}\n## `)?.[1] ?? '';
  const section = /^### Breaking$([\s\S]*?)(?=^### )/m.exec(`${unreleased}\n### `)?.[1] ?? '';
  return new Set([...section.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}
