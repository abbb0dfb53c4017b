import { sql } from 'kysely';
import type { RecordKind } from '../../lib/kinds.ts';
import { load } from '../../platform/cache/loaders.ts';
import { rowsByKey } from '../../platform/postgres/rows-by-key.ts';
import { mayRead, visibility } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import type { VenueOrder, VenueOrderField } from '../generated/schema.ts';
import { Checks, filterConditions } from '../resource/checks.ts';
import type { Target } from '../resource/resource.ts';
import type {
  DirectoryDefinition,
  DirectoryFields,
  DirectoryRecord,
  ListArgs,
  ListFilter,
} from './directory.definition.ts';
import { type SortKey, timeKey, titleKey } from './keyset.ts';
import { pageReader } from './list.ts';
import { type ListName, listName, type Page, requestedPage, type SortedList } from './page.ts';
import { recordReaders } from './readers.ts';
import { nameReader } from './refs.ts';
import { allOf, type Condition, visibleIn } from './visibility.ts';
import { WITHOUT_TEXTS } from './without-texts.ts';

const sortKeyOf: Readonly<Record<VenueOrderField, (kind: RecordKind) => SortKey | null>> = {
  name: (kind) => titleKey(sql.ref(`${kind}.name`)),
  date: (kind) => timeKey(`${kind}.published_utc`),
  modified: (kind) => timeKey(`${kind}.modified_utc`),
  id: () => null,
};

const NEWEST_FIRST: VenueOrder = { field: 'date', direction: 'desc' };

/** The name and order of a list of named records; newest publication first by default. */
export function directoryList(kind: RecordKind, args: ListArgs<ListFilter>): SortedList & { name: ListName } {
  const { field, direction } = args.orderBy ?? NEWEST_FIRST;
  return {
    name: listName(`${kind}s`, args),
    order: { key: sortKeyOf[field](kind), direction, id: sql.ref(`${kind}.id`), ties: direction },
  };
}

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
  const list = pageReader(kind, select);
  const readBrief = rowsByKey<number, 'id', R>(
    (db, keys) =>
      select(db)
        .where(sql<boolean>`${sql.ref(`${kind}.id`)} = any(${keys}::int[])`)
        .withPlugin(WITHOUT_TEXTS),
    'id',
  );

  /**
   * Finds a record by id or slug regardless of its status, or by name among the records that the caller may read,
   * without the trash.
   * @throws ServiceError rest_invalid_param for a name that several records have
   */
  async function find(context: Context, target: Target): Promise<R | null> {
    if (target.name === undefined) return findByIdOrSlug(context, target);
    const checks = new Checks();
    const id = await checks.run('by.name', idByName, context, target.name);
    checks.assertValid();
    return id === undefined ? null : load(context, byId, id);
  }

  /** Combines the rights of the caller with the filter. @throws ServiceError rest_invalid_param, rest_forbidden */
  async function listCondition(
    context: Context,
    { filter }: ListArgs<Filter>,
    checks: Checks,
  ): Promise<Condition> {
    const visible = visibleIn(kind, visibility(context.caller, filter?.statuses));
    return allOf([visible, ...(filter ? await filterConditions(context, filters, filter, checks) : [])]);
  }

  return {
    byId,
    find,

    /** See {@link recordReaders}. */
    findReadable,

    /**
     * Records in the order of the ids, without trashed records (rules#trash) and unreadable ones.
     * @param isBrief whether to leave long texts empty
     */
    async findVisible(context: Context, ids: readonly number[], isBrief = false): Promise<R[]> {
      const records: R[] = [];
      for (const record of await (isBrief ? readBrief(context.db, ids) : findAll(context, ids)))
        if (record && record.status !== 'trash' && mayRead(context.caller, record)) records.push(record);
      return records;
    },

    /** Adds problems with the arguments of a list to `checks`. @throws ServiceError rest_invalid_param */
    async check(context: Context, args: ListArgs<Filter>, checks: Checks): Promise<void> {
      await requestedPage(context, checks, directoryList(kind, args), args);
      await listCondition(context, args, checks);
    },

    /** A page of a list; empty after the last page. @throws ServiceError for invalid arguments */
    async list(context: Context, args: ListArgs<Filter>): Promise<Page<R>> {
      return list(context, args, {
        sorted: directoryList(kind, args),
        condition: (checks) => listCondition(context, args, checks),
        isSlow: Boolean(args.filter?.search),
      });
    },
  };
}
