import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import type { Surface } from './surface.ts';

/** Something that worked with the release and does not any more. */
export interface Break {
  /** What the changelog calls it by: `Event.title`, `GET /events ?search`. */
  name: string;
  message: string;
}

async function ofGraphql(before: string, now: string): Promise<Break[]> {
  const changes = await diff(buildSchema(before), buildSchema(now));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ path, message }) => ({ name: path ?? message, message }));
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
/** `GET /events ?search string` -> `GET /events ?search`: what a line is about, without its type. */
const nameOf = (line: string): string => {
  const [, name = line] = /^(\w+ \/\S* [?{]\w+|\w+ \/\S*|\w+ \w+ \S+)/.exec(line) ?? [];
  return name.replace('{', '');
};
const routeOf = (line: string): string => line.split(' ').slice(0, 2).join(' ');

/** Types that take all that another one took: ids, and names too. */
const wider = (line: string): string => line.replace(/(\?\w+) int\[\]$/, '$1 RecordRef[]');

function ofRest(before: string, now: string): Break[] {
  const [old, present] = [linesOf(before), linesOf(now)];
  const gone = old
    .filter((line) => !present.includes(line) && !present.includes(wider(line)))
    .map((line) => ({ name: nameOf(line), message: `"${line}" is gone, or of another type` }));
  const needed = present
    .filter((line) => /!\}?$/.test(line) && !old.includes(line) && old.includes(routeOf(line)))
    .map((line) => ({ name: nameOf(line), message: `"${line}" is needed now` }));
  return [...gone, ...needed];
}

/** What clients of a release would notice with sorrow. */
export async function breaks(released: Surface, now: Surface): Promise<Break[]> {
  return [...(await ofGraphql(released.graphql, now.graphql)), ...ofRest(released.rest, now.rest)];
}

/** Whether a break is declared by its name, or by that of what it is part of: `Query.events` of `Query.events.search`. */
export const isDeclared = (name: string, known: ReadonlySet<string>): boolean =>
  known.has(name) || (name.includes('.') && isDeclared(name.slice(0, name.lastIndexOf('.')), known));

/** Names in backticks under `### Breaking` of what the changelog says is not released yet. */
export function declared(changelog: string): Set<string> {
  const unreleased = /^## \[Unreleased\]$([\s\S]*?)(?=^## )/m.exec(`${changelog}\n## `)?.[1] ?? '';
  const section = /^### Breaking$([\s\S]*?)(?=^### )/m.exec(`${unreleased}\n### `)?.[1] ?? '';
  return new Set([...section.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}
