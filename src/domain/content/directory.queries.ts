import { sql } from 'kysely';
import type { RecordKind } from '../../lib/kinds.ts';
import { load } from '../../platform/cache/loaders.ts';
import { rowsByKey } from '../../platform/postgres/rows-by-key.ts';
import { mayRead, visibility } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import { Checks, foldFilters } from '../resource/checks.ts';
import type { Target } from '../resource/resource.ts';
import type {
  DirectoryDefinition,
  DirectoryFields,
  DirectoryRecord,
  ListArgs,
  ListFilter,
} from './directory.definition.ts';
import { directoryList } from './directory.order.ts';
import { listsOf } from './list.ts';
import { type Page, requestedPage } from './page.ts';
import { recordReaders } from './readers.ts';
import { nameReader } from './refs.ts';
import { allOf, type Condition, visibleIn } from './visibility.ts';
import { WITHOUT_TEXTS } from './without-texts.ts';

/** How records of one kind are read. */
export function directoryQueries<
  K extends RecordKind,
  F extends DirectoryFields,
  R extends DirectoryRecord<F>,
  Filter extends ListFilter,
>({
  kind,
  select,
  filters,
}: Pick<DirectoryDefinition<K, F, R, Filter, object>, 'kind' | 'select' | 'filters'>) {
  const {
    byId,
    find: findByIdOrSlug,
    findAll,
    findReadable,
  } = recordReaders<R>(kind, (db, condition) => select(db).where(condition));
  const idByName = nameReader(kind);
  const list = listsOf(kind, select);
  const readBrief = rowsByKey<number, 'id', R>(
    (db, keys) =>
      select(db)
        .where(sql<boolean>`${sql.ref(`${kind}.id`)} = any(${keys}::int[])`)
        .withPlugin(WITHOUT_TEXTS),
    'id',
  );

  /**
   * The record that an id, slug or name names, whatever its state; by a name only one that the caller may read and
   * that is not in the trash.
   * @throws ServiceError rest_invalid_param for a name that several have
   */
  async function find(context: Context, target: Target): Promise<R | null> {
    if (target.name === undefined) return findByIdOrSlug(context, target);
    const checks = new Checks();
    const id = await checks.run('by.name', idByName, context, target.name);
    checks.done();
    return id === undefined ? null : load(context, byId, id);
  }

  /**
   * The condition of a list: records that the caller may see, with the statuses of the filter, that meet its other
   * conditions. @throws ServiceError rest_invalid_param, rest_forbidden
   */
  async function listCondition(
    context: Context,
    { filter }: ListArgs<Filter>,
    checks: Checks,
  ): Promise<Condition> {
    const visible = visibleIn(kind, visibility(context.caller, filter?.statuses));
    return allOf([visible, ...(filter ? await foldFilters(context, filters, filter, checks) : [])]);
  }

  return {
    byId,

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
    async check(context: Context, args: ListArgs<Filter>, checks: Checks): Promise<void> {
      await requestedPage(context, checks, directoryList(kind, args), args);
      await listCondition(context, args, checks);
    },

    /**
     * A page of them, latest published first unless the arguments say otherwise. Past the last one it is
     * empty. @throws ServiceError for bad arguments
     */
    async list(context: Context, args: ListArgs<Filter>): Promise<Page<R>> {
      return list(context, args, {
        sorted: directoryList(kind, args),
        condition: (checks) => listCondition(context, args, checks),
        isSlow: Boolean(args.filter?.search),
      });
    },
  };
}
