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

/** The stored fields of the records of a directory. */
export type DirectoryFields = Fields & { name: Field<unknown, string, string> };
export type DirectoryRecord<F extends DirectoryFields> = ContentRecord & RecordOf<F> & { name: string };
export type DirectoryInput<F extends DirectoryFields> = ContentInput & InputOf<F>;

/** The checked fields of an input; absent fields stay unchanged. */
type OwnValues<F extends DirectoryFields> = Partial<RecordOf<F>>;

export interface DirectoryValues<F extends DirectoryFields> {
  content: ContentValues;
  own: OwnValues<F>;
}

/** The shared columns that an update may set. */
export type DirectoryColumns = LockedRow & {
  nameKey: string;
  description: string;
  excerpt: string;
  imageId?: number | null | undefined;
  searchText: string | undefined;
};
export type DirectoryRow<F extends DirectoryFields> = RowOf<F> & DirectoryColumns;

/** A row to insert; absent columns get their defaults. */
type NewDirectoryRow<F extends DirectoryFields> = OwnValues<F> &
  Awaited<ReturnType<typeof newContentColumns>> & { name: string; nameKey: string; searchText: string };

/** Everything specific to one directory, such as venues; the input of `defineDirectory`. */
export interface DirectoryDefinition<
  K extends RecordKind,
  F extends DirectoryFields,
  R extends DirectoryRecord<F>,
  Filter extends ListFilter,
  Payload extends object,
> {
  readonly kind: K;
  /** The GraphQL type. */
  readonly type: string;
  readonly fields: F;
  select(db: ReadDb): SelectQueryBuilder<Tables, K, R>;
  /** The filters of lists, in addition to the rights of the caller. */
  readonly filters: Filters<Filter, Condition>;
  readonly findRow: FindRow<DirectoryRow<F>>;
  insert(em: EntityManager, row: NewDirectoryRow<F>): unknown;
  /** The result of mutations. */
  payload(record: R): Payload;
  /** Checks dependencies between fields. @param values the fields as they will be stored */
  check?(checks: Checks, values: Partial<RecordOf<F>>): void;
  /**
   * Fields that follow from others.
   * @param row the fields before the change, or the initial values of a new record
   */
  derived?(row: RowOf<F>, changes: Partial<RecordOf<F>>): Partial<RecordOf<F>>;
}

/** Without `statuses` a list has all records that the caller may see, except those in the trash. */
export type ListFilter = Pick<VenueFilter, 'search' | 'statuses'>;
export interface ListArgs<Filter extends ListFilter> extends Omit<PageArgs, 'cursor'> {
  filter?: Filter | null | undefined;
  orderBy?: VenueOrder | null | undefined;
}
