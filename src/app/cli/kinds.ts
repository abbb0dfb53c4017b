import { Option } from 'commander';
import type { TermKind } from '../../domain/terms/index.ts';
import { PLURALS, RECORD_KINDS, type RecordKind } from '../../lib/kinds.ts';

const KINDS: ReadonlyMap<string, RecordKind> = new Map(RECORD_KINDS.map((kind) => [PLURALS[kind], kind]));

/** An option with the plural of a kind of records; {@link kindOf} converts it. */
export const kindOption = (description: string): Option =>
  new Option('--kind <KIND>', description).choices([...KINDS.keys()]);

/** The kind of a plural from {@link kindOption}; undefined without one. */
export const kindOf = (plural: string | undefined): RecordKind | undefined => KINDS.get(plural ?? '');

const TERMS: Readonly<Record<TermKind, string>> = { category: 'categories', tag: 'tags' };
/** The plurals of all kinds in reports. */
const PLURAL: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...PLURALS, ...TERMS, series: 'series', user: 'users', record: 'records' }),
);
/** `1 venue`, `2 venues`. */
export const counted = (count: number, kind: string): string =>
  `${count} ${count === 1 ? kind : (PLURAL.get(kind) ?? kind)}`;
