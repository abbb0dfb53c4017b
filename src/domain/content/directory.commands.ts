import { isLinked, type RecordKind } from '../../lib/kinds.ts';
import { mayChange } from '../access/policy.ts';
import type { Context, Transaction } from '../context/context.ts';
import { Checks } from '../resource/checks.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import type {
  DirectoryColumns,
  DirectoryDefinition,
  DirectoryFields,
  DirectoryInput,
  DirectoryRecord,
  DirectoryRow,
  DirectoryValues,
  ListFilter,
} from './directory.definition.ts';
import {
  identifyingValues,
  initialValues,
  type RecordOf,
  type RowOf,
  readFields,
  searchable,
  withRow,
} from './fields.ts';
import { checkContent } from './input.ts';
import { lockRow } from './lock.ts';
import { nameKey } from './names.ts';
import { erase, moveToTrash, touchEventsOf } from './remove.ts';
import {
  assignChanged,
  changedContentColumns,
  fillableColumns,
  newContentColumns,
  valuesForEmptyFields,
} from './store.ts';

export function directoryCommands<
  K extends RecordKind,
  F extends DirectoryFields,
  R extends DirectoryRecord<F>,
  Filter extends ListFilter,
>(definition: DirectoryDefinition<K, F, R, Filter, object>) {
  const { kind, fields, findRow } = definition;

  /** Checks a create (no `current`) or an update; adds problems to `checks`. */
  async function check(
    context: Context,
    checks: Checks,
    input: DirectoryInput<F>,
    current: R | null,
  ): Promise<DirectoryValues<F>> {
    const own = await readFields(context, fields, checks, input, current);
    definition.check?.(checks, { ...current, ...own });
    return { content: await checkContent(context, checks, input, current), own };
  }

  /** @returns the id of the new record */
  async function store(transaction: Transaction, { content, own }: DirectoryValues<F>): Promise<number> {
    const name = own.name ?? '';
    const columns = await newContentColumns(transaction, kind, content, name);
    const row = {
      ...columns,
      ...own,
      ...definition.derived?.(initialValues(fields), own),
      name,
      nameKey: nameKey(name),
    };
    definition.insert(transaction.em, { ...row, searchText: searchable(fields, row) });
    await transaction.em.flush();
    return columns.id;
  }

  /** @returns the id of the new record @throws ServiceError rest_invalid_param */
  async function create(context: Context, input: DirectoryInput<F>): Promise<number> {
    const checks = new Checks();
    const values = await check(context, checks, input, null);
    checks.assertValid();
    return runInTransaction(context, (transaction) => store(transaction, values));
  }

  /** Sets the values that differ from the row. @returns whether any differed */
  function assign(
    row: DirectoryRow<F>,
    shared: Partial<DirectoryColumns>,
    own: Partial<RecordOf<F>>,
    nowUtc: string,
  ): boolean {
    const changed = { ...own, ...definition.derived?.(row, own) };
    const searchText = searchable(fields, { ...row, ...shared, ...changed });
    const key = own.name === undefined ? {} : { nameKey: nameKey(own.name) };
    const ownChanged = assignChanged<RowOf<F>>(row, changed, nowUtc);
    return assignChanged<DirectoryColumns>(row, { ...shared, ...key, searchText }, nowUtc) || ownChanged;
  }

  /**
   * Changes the fields of the input (rules#changes).
   * @throws ServiceError rest_invalid_param
   */
  async function update(context: Context, current: R, input: DirectoryInput<F>): Promise<R> {
    const checks = new Checks();
    const { content, own } = await check(context, checks, input, current);
    checks.assertValid();
    return runInTransaction(context, async (transaction) => {
      const { row } = await lockRow(transaction, kind, findRow, current);
      const { status } = row;
      const columns = await changedContentColumns(transaction, kind, row, content);
      assign(row, columns, own, context.clock.nowUtc);
      if (row.status !== status && isLinked(kind)) await touchEventsOf(transaction, kind, row.id);
      return withRow(fields, current, row);
    });
  }

  /** Moves a record to the trash, or with `force` erases it. @returns the trashed record, or the erased one */
  async function remove(context: Context, current: R, force: boolean): Promise<R> {
    if (force) {
      await erase(context, kind, findRow, current);
      return current;
    }
    return runInTransaction(context, async (transaction) => {
      const { row } = await moveToTrash(transaction, kind, findRow, current);
      if (isLinked(kind)) await touchEventsOf(transaction, kind, row.id);
      return withRow(fields, current, row);
    });
  }

  /**
   * Fills the empty fields of a record with values from the input of an event, if the caller may change the
   * record (rules#inline-records).
   */
  async function fillEmptyFields(
    transaction: Transaction,
    id: number,
    { own, content }: DirectoryValues<F>,
  ): Promise<void> {
    const { context, em } = transaction;
    const row = await findRow(em, id);
    if (!row) return;
    if (!mayChange(context.caller, row)) return;
    const shared = valuesForEmptyFields(row, await fillableColumns(transaction, content));
    if (assign(row, shared, valuesForEmptyFields(row, own), context.clock.nowUtc)) await em.flush();
  }

  /**
   * The values that distinguish records with the same name, by column; flags, status, dates and slug do not.
   * The value of an image is its URL.
   */
  const identifyingColumns = ({ own, content: { description, excerpt, image } }: DirectoryValues<F>) => ({
    ...identifyingValues(fields, own),
    description,
    excerpt,
    image: image?.url,
  });

  return { check, store, create, update, remove, fillEmptyFields, identifyingColumns };
}
