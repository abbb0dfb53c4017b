import { Option } from 'commander';
import type { TermKind } from '../../domain/terms/index.ts';
import { PLURALS, RECORD_KINDS, type RecordKind } from '../../lib/kinds.ts';

const KINDS: ReadonlyMap<string, RecordKind> = new Map(RECORD_KINDS.map((kind) => [PLURALS[kind], kind]));

/** The option that names a kind of records by its plural; {@link kindOf} has the kind. */
export const kindOption = (description: string): Option =>
  new Option('--kind <KIND>', description).choices([...KINDS.keys()]);

/** The kind of a plural that {@link kindOption} has let through; undefined without one. */
export const kindOf = (plural: string | undefined): RecordKind | undefined => KINDS.get(plural ?? '');

const TERMS: Readonly<Record<TermKind, string>> = { category: 'categories', tag: 'tags' };
/** The plurals of all kinds that a report names. */
const PLURAL: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...PLURALS, ...TERMS, series: 'series', user: 'users', record: 'records' }),
);
/** `1 venue`, `2 venues`. */
export const counted = (count: number, kind: string): string =>
  `${count} ${count === 1 ? kind : (PLURAL.get(kind) ?? kind)}`;
