import { sql } from 'kysely';
import type { RecordKind } from '../../lib/kinds.ts';
import { rowsByKey } from '../../platform/postgres/rows-by-key.ts';
import { mayRead, visibility } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import { type Checks, foldFilters } from '../resource/checks.ts';
import type {
  DirectoryDefinition,
  DirectoryFields,
  DirectoryRecord,
  ListArgs,
} from './directory.definition.ts';
import { directoryList } from './directory.order.ts';
import { listsOf } from './list.ts';
import { type Page, requestedPage } from './page.ts';
import { recordReaders } from './readers.ts';
import { allOf, type Condition, visibleIn } from './visibility.ts';
import { WITHOUT_TEXTS } from './without-texts.ts';

/** How records of one kind are read. */
export function directoryQueries<
  K extends RecordKind,
  F extends DirectoryFields,
  R extends DirectoryRecord<F>,
  Args extends ListArgs,
>({ kind, select, filters }: Pick<DirectoryDefinition<K, F, R, Args>, 'kind' | 'select' | 'filters'>) {
  const { byId, find, findAll, findReadable } = recordReaders<R>(kind, (db, condition) =>
    select(db).where(condition),
  );
  const list = listsOf(kind, select);
  const readBrief = rowsByKey<number, 'id', R>(
    (db, keys) =>
      select(db)
        .where(sql<boolean>`${sql.ref(`${kind}.id`)} = any(${keys}::int[])`)
        .withPlugin(WITHOUT_TEXTS),
    'id',
  );

  /**
   * The condition of a list: records that the caller may see, with the statuses of the arguments, that meet the
   * filters. @throws ServiceError rest_invalid_param, rest_forbidden
   */
  async function listCondition(context: Context, args: Args, checks: Checks): Promise<Condition> {
    const visible = visibleIn(kind, visibility(context.caller, args.status));
    return allOf([visible, ...(await foldFilters(context, filters, args, checks))]);
  }

  return {
    byId,

    /** The record that an id or slug names, whatever its state. */
    find,

    /** See {@link recordReaders}. */
    findReadable,

    /**
     * Records by id in this order, without those that are in the trash (rules#trash) or that the caller may
     * not read. @param isBrief whether their long texts are left empty
     */
    async readable(context: Context, ids: readonly number[], isBrief = false): Promise<R[]> {
      const records: R[] = [];
      for (const record of await (isBrief ? readBrief(context.db, ids) : findAll(context, ids)))
        if (record && record.status !== 'trash' && mayRead(context.caller, record)) records.push(record);
      return records;
    },

    /** What is wrong with the arguments of a list goes to `checks`. @throws ServiceError rest_invalid_param */
    async check(context: Context, args: Args, checks: Checks): Promise<void> {
      await requestedPage(context, checks, directoryList(kind, args), args);
      await listCondition(context, args, checks);
    },

    /**
     * A page of them, latest published first unless the arguments say otherwise. Past the last one it is
     * empty. @throws ServiceError for bad arguments
     */
    async list(context: Context, args: Args): Promise<Page<R>> {
      return list(context, args, {
        sorted: directoryList(kind, args),
        condition: (checks) => listCondition(context, args, checks),
        isSlow: Boolean(args.search),
      });
    },
  };
}
