import type { EntityManager } from '@mikro-orm/postgresql';
import type { SelectQueryBuilder } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../database/orm.ts';
import type { Tables } from '../database/tables.ts';
import type { Checks } from './checks.ts';
import type { Field, Fields, InputOf, RecordOf, RowOf } from './fields.ts';
import type { PostInput, PostValues } from './input.ts';
import type { RecordKind } from './kinds.ts';
import type { FindRow, LockedRow } from './lock.ts';
import type { PostRecord } from './record.ts';
import type { newPost } from './store.ts';
import type { Condition } from './visibility.ts';

/** The stored fields of records with a name. */
export type NamedFields = Fields & { name: Field<unknown, string, string> };
export type NamedRecord<F extends NamedFields> = PostRecord & RecordOf<F> & { name: string };
export type NamedInput<F extends NamedFields> = PostInput & InputOf<F>;

/** What is sent of the fields, checked; what is absent stays as it is. */
export type Own<F extends NamedFields> = Partial<RecordOf<F>>;

/** Checked values of an input. */
export interface NamedValues<F extends NamedFields> {
  post: PostValues;
  own: Own<F>;
}

/** What the rows of all kinds have in common, as far as it is changed. */
export type NamedShared = LockedRow & {
  nameKey: string;
  description: string;
  excerpt: string;
  imageId?: number | null | undefined;
  searchText: string | undefined;
};
/** A row that is to be changed. */
export type NamedRow<F extends NamedFields> = RowOf<F> & NamedShared;

/** A row that is to be stored; what is absent has its column's default. */
export type NewNamedRow<F extends NamedFields> = Own<F> &
  Awaited<ReturnType<typeof newPost>> & { name: string; nameKey: string; searchText: string };

/**
 * A kind of records that have a name, as venues and organizers do: all that tells it from others. Queries,
 * commands and operations follow from it (named.ts).
 */
export interface NamedKind<
  K extends RecordKind,
  F extends NamedFields,
  R extends NamedRecord<F>,
  Args extends ListArgs,
> {
  readonly kind: K;
  readonly fields: F;
  /** Reads all of them. */
  select(db: Db): SelectQueryBuilder<Tables, K, R>;
  /** What a list of them shows. @throws ServiceError rest_invalid_param, rest_forbidden */
  shown(context: Context, args: Args, checks?: Checks): Promise<Condition>;
  readonly findRow: FindRow<NamedRow<F>>;
  insert(em: EntityManager, row: NewNamedRow<F>): unknown;
  /** Checks what fields say together. @param values as they will be */
  check?(checks: Checks, values: Partial<RecordOf<F>>): void;
  /** What follows from a change. @param row as it was; of a new record, what it has when nothing is sent */
  derived?(row: RowOf<F>, changes: Partial<RecordOf<F>>): Partial<RecordOf<F>>;
}

/** The arguments that all lists have. */
export interface ListArgs {
  page?: number | null | undefined;
  perPage?: number | null | undefined;
}
