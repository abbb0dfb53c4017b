import { Option } from 'commander';
import { PLURALS, RECORD_KINDS, type RecordKind } from '../../lib/kinds.ts';

const KINDS: ReadonlyMap<string, RecordKind> = new Map(RECORD_KINDS.map((kind) => [PLURALS[kind], kind]));

/** The option that names a kind of records by its plural; {@link kindOf} has the kind. */
export const kindOption = (description: string): Option =>
  new Option('--kind <KIND>', description).choices([...KINDS.keys()]);

/** The kind of a plural that {@link kindOption} has let through; undefined without one. */
export const kindOf = (plural: string | undefined): RecordKind | undefined => KINDS.get(plural ?? '');
