import type { EntityManager } from '@mikro-orm/postgresql';
import type { SelectQueryBuilder } from 'kysely';
import type { RecordKind } from '../../lib/kinds.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { VenueFilter, VenueOrder } from '../generated/schema.ts';
import type { Checks, Filters } from '../resource/checks.ts';
import type { Field, Fields, InputOf, RecordOf, RowOf } from './fields.ts';
import type { ContentInput, ContentValues } from './input.ts';
import type { FindRow, LockedRow } from './lock.ts';
import type { PageArgs } from './page.ts';
import type { ContentRecord } from './record.ts';
import type { newContentColumns } from './store.ts';
import type { Condition } from './visibility.ts';

/** The stored fields of records of a directory; all have a name. */
export type DirectoryFields = Fields & { name: Field<unknown, string, string> };
export type DirectoryRecord<F extends DirectoryFields> = ContentRecord & RecordOf<F> & { name: string };
export type DirectoryInput<F extends DirectoryFields> = ContentInput & InputOf<F>;

/** The checked fields of an input; those that are absent stay as they are. */
type OwnValues<F extends DirectoryFields> = Partial<RecordOf<F>>;

/** Checked values of an input. */
export interface DirectoryValues<F extends DirectoryFields> {
  content: ContentValues;
  own: OwnValues<F>;
}

/** The shared columns that a change may set. */
export type DirectoryColumns = LockedRow & {
  nameKey: string;
  description: string;
  excerpt: string;
  imageId?: number | null | undefined;
  searchText: string | undefined;
};
export type DirectoryRow<F extends DirectoryFields> = RowOf<F> & DirectoryColumns;

/** A row to be inserted; what is absent gets the default of its column. */
type NewDirectoryRow<F extends DirectoryFields> = OwnValues<F> &
  Awaited<ReturnType<typeof newContentColumns>> & { name: string; nameKey: string; searchText: string };

/**
 * Everything in which one directory, such as that of venues, differs from another. Queries, commands and
 * operations are made of it (directory.ts).
 */
export interface DirectoryDefinition<
  K extends RecordKind,
  F extends DirectoryFields,
  R extends DirectoryRecord<F>,
  Filter extends ListFilter,
  Payload extends object,
> {
  readonly kind: K;
  /** Their type in the schema. */
  readonly type: string;
  readonly fields: F;
  /** Selects all records of the kind. */
  select(db: ReadDb): SelectQueryBuilder<Tables, K, R>;
  /** Which records a list has, of those that its caller may see. */
  readonly filters: Filters<Filter, Condition>;
  readonly findRow: FindRow<DirectoryRow<F>>;
  insert(em: EntityManager, row: NewDirectoryRow<F>): unknown;
  /** What mutations answer. */
  payload(record: R): Payload;
  /** Checks fields against each other. @param values the fields as they will be stored */
  check?(checks: Checks, values: Partial<RecordOf<F>>): void;
  /**
   * Fields that follow from others. @param row the fields before the change; of a new record, the initial
   * ones
   */
  derived?(row: RowOf<F>, changes: Partial<RecordOf<F>>): Partial<RecordOf<F>>;
}

/** Without `statuses` a list shows what its caller may see, but not the trash. */
export type ListFilter = Pick<VenueFilter, 'search' | 'statuses'>;
export interface ListArgs<Filter extends ListFilter> extends Omit<PageArgs, 'cursor'> {
  filter?: Filter | null | undefined;
  orderBy?: VenueOrder | null | undefined;
}
