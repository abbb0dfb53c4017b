import { sql } from 'kysely';
import { ServiceError } from '../../lib/errors.ts';
import { load } from '../../platform/cache/loaders.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import { mayManageWebhooks } from '../access/policy.ts';
import { type ListOrder, orderBy, type Range, within } from '../content/keyset.ts';
import { listRecords } from '../content/list.ts';
import {
  type ListName,
  listName,
  type PageArgs,
  pageRows,
  rangeOf,
  requestedPage,
  type SortedList,
} from '../content/page.ts';
import { allOf, type Condition } from '../content/visibility.ts';
import type { Context, Loader } from '../context/context.ts';
import type { WebhookDeliveryState } from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import type {
  DeliveryPage,
  DeliveryRecord,
  WebhookPage,
  WebhookRecord,
  WebhookState,
} from './webhook.record.ts';

const COLUMNS = [
  'id',
  'url',
  'types',
  'user_id as userId',
  'is_active as isActive',
  'created_utc as createdUtc',
] as const;

const webhookList = (args: PageArgs): SortedList & { name: ListName } => ({
  name: listName('webhooks', args),
  order: { key: null, direction: 'asc', id: sql`id`, ties: 'asc' },
});

/** What is wrong with the arguments of the list of webhooks goes to `checks`. */
export const checkWebhookList = (context: Context, args: PageArgs, checks: Checks): Promise<unknown> =>
  requestedPage(context, checks, webhookList(args), args);

/** A page of all webhooks, the oldest first. @throws ServiceError rest_invalid_param */
export function listWebhooks(context: Context, args: PageArgs): Promise<WebhookPage> {
  return listRecords(context, args, {
    table: 'webhook',
    sorted: webhookList(args),
    select: (db) => db.selectFrom('webhook').select(COLUMNS),
    condition: async () => sql`true`,
  });
}

/** @throws ServiceError webhook-not-found 404 */
export async function needWebhook(db: ReadDb, id: number): Promise<WebhookRecord> {
  const webhook = await db.selectFrom('webhook').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  if (!webhook) throw new ServiceError('webhook-not-found');
  return webhook;
}

/** Webhooks by their ids, in their order; null for each that does not exist, and for callers who may not manage them. */
export async function readWebhooks(
  { caller, db }: Context,
  ids: readonly number[],
): Promise<(WebhookRecord | null)[]> {
  if (!mayManageWebhooks(caller)) return ids.map(() => null);
  const webhooks = await db
    .selectFrom('webhook')
    .select(COLUMNS)
    .where('id', 'in', [...ids])
    .execute();
  const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** All webhooks, the oldest first, with the logins of their users and how their deliveries stand. */
export async function allWebhooks(db: ReadDb): Promise<(WebhookRecord & WebhookState & { user: string })[]> {
  const webhooks = await db
    .selectFrom('webhook')
    .innerJoin('user_account', 'user_account.id', 'user_id')
    .select(['webhook.id', 'url', 'types', 'user_id as userId', 'is_active as isActive'])
    .select(['webhook.created_utc as createdUtc', 'login as user'])
    .orderBy('webhook.id')
    .execute();
  const states = await readStates(
    db,
    webhooks.map(({ id }) => id),
  );
  return webhooks.map((webhook) => ({ ...webhook, ...(states.get(webhook.id) ?? NOTHING) }));
}

const NOTHING: WebhookState = {
  pending: 0,
  parked: 0,
  deliveredUtc: null,
  error: null,
  pausedUntilUtc: null,
};
const NOW = sql`(clock_timestamp() at time zone 'utc')`;
const SECOND = sql.lit('YYYY-MM-DD HH24:MI:SS');

/** How the deliveries of webhooks stand, by id. */
async function readStates(db: ReadDb, ids: readonly number[]): Promise<Map<number, WebhookState>> {
  const { rows } = await sql<WebhookState & { id: number }>`
    select id,
      (select count(*)::int from webhook_message where webhook_id = webhook.id and state = 'pending') as pending,
      (select count(*)::int from webhook_message where webhook_id = webhook.id and state = 'parked') as parked,
      (select to_char(done_utc, ${SECOND}) from webhook_message
        where webhook_id = webhook.id and state = 'delivered' order by number desc limit 1) as "deliveredUtc",
      coalesce(
        (select coalesce(error, 'status ' || status) from webhook_message
          where webhook_id = webhook.id and state = 'pending' and attempts > 0 order by number limit 1),
        (select coalesce(error, 'status ' || status) from webhook_message
          where webhook_id = webhook.id and state = 'parked' and attempts > 0 order by number desc limit 1)) as error,
      case when is_active and failures > 0 and due_utc > ${NOW} then to_char(due_utc, ${SECOND}) end as "pausedUntilUtc"
    from webhook where id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

/** How the deliveries of a webhook stand, by its id. */
export const stateOf: Loader<number, WebhookState> = {
  async batch(context, ids) {
    const states = await readStates(context.db, ids);
    return ids.map((id) => states.get(id) ?? NOTHING);
  },
};

/** The arguments of a list of deliveries. */
interface DeliveryArgs extends PageArgs {
  state?: WebhookDeliveryState | null | undefined;
}

/** The deliveries of one webhook in a state, or in any. */
interface ListKey {
  readonly webhookId: number;
  readonly state: WebhookDeliveryState | null;
}

/** A part of them. */
interface RangeKey extends ListKey {
  readonly range: Range;
}

const groupKey = ({ webhookId: _id, ...group }: ListKey): string => JSON.stringify(group);
const cacheKey = (key: ListKey): string => `${key.webhookId} ${groupKey(key)}`;
const inState = (state: WebhookDeliveryState | null): Condition =>
  state === null ? sql`true` : sql`state = ${sql.lit(state)}`;

/** Its numbers become larger than ids. */
const ORDER: ListOrder = {
  key: null,
  direction: 'desc',
  id: sql`number`,
  ties: 'desc',
  largestId: Number.MAX_SAFE_INTEGER,
};

type ListedDelivery = DeliveryRecord & { readonly webhookId: number; readonly key: string };

/** The same part of the deliveries of several webhooks. */
async function readDeliveries(
  db: ReadDb,
  { state, range }: Omit<RangeKey, 'webhookId'>,
  ids: readonly number[],
): Promise<ListedDelivery[]> {
  const order = orderBy(ORDER, range.isReversed);
  const { rows } = await sql<ListedDelivery>`
    select page.* from webhook cross join lateral (
      select number::float8 as id, '' as key, webhook_id as "webhookId", message_id as "messageId", type, kind,
        record_id as "recordId", to_char(at_utc, ${SECOND}) as "storedUtc", state, attempts, status, error,
        case when state = 'pending' and is_active
          then to_char(greatest(webhook_message.due_utc, webhook.due_utc), ${SECOND}) end as "nextAttemptUtc",
        to_char(done_utc, ${SECOND}) as "finishedUtc", row_number() over (order by ${order}) as position
      from webhook_message
      where ${allOf([sql`webhook_id = webhook.id`, inState(state), ...within(ORDER, range)])}
      order by position limit ${range.limit} offset ${range.offset}
    ) as page
    where webhook.id = any(${[...ids]}::int[]) order by webhook.id, page.position`.execute(db);
  return rows;
}

/** Deliveries of webhooks: those of all that are asked for alike with one statement. */
const deliveriesIn: Loader<RangeKey, readonly ListedDelivery[]> = {
  cacheKey,
  async batch(context, keys) {
    const found = new Map<string, ListedDelivery[]>();
    const groups = [...Map.groupBy(keys, groupKey).values()];
    await Promise.all(
      groups.map(async (group) => {
        const [first] = group;
        if (!first) return;
        const ids = group.map(({ webhookId }) => webhookId);
        const rows = Map.groupBy(await readDeliveries(context.db, first, ids), ({ webhookId }) => webhookId);
        for (const key of group) found.set(cacheKey(key), rows.get(key.webhookId) ?? []);
      }),
    );
    return keys.map((key) => found.get(cacheKey(key)) ?? []);
  },
};

const totalOf: Loader<ListKey, number> = {
  cacheKey,
  async batch(context, keys) {
    const totals = new Map<string, number>();
    for (const [state, group] of Map.groupBy(keys, (key) => key.state)) {
      const { rows } = await sql<{ webhookId: number; total: number }>`
        select webhook_id as "webhookId", count(*)::int as total from webhook_message
        where ${inState(state)} and webhook_id = any(${group.map(({ webhookId }) => webhookId)}::int[])
        group by webhook_id`.execute(context.db);
      for (const { webhookId, total } of rows) totals.set(cacheKey({ webhookId, state }), total);
    }
    return keys.map((key) => totals.get(cacheKey(key)) ?? 0);
  },
};

/**
 * A page of what a webhook is sent, the latest first, batched with those of other webhooks.
 * @throws ServiceError rest_invalid_param
 */
export async function deliveriesOf(
  context: Context,
  webhookId: number,
  args: DeliveryArgs,
): Promise<DeliveryPage> {
  const checks = new Checks();
  const name = listName(`deliveries ${webhookId}`, args);
  const request = await requestedPage(context, checks, { name, order: ORDER }, args);
  checks.done();
  const key: ListKey = { webhookId, state: args.state ?? null };
  const read = (range: Range) => load(context, deliveriesIn, { ...key, range });
  const { rows, hasMore } = pageRows(request, await read(rangeOf(request)));
  return {
    rows,
    positions: rows,
    hasMore,
    request,
    list: name,
    count: () => load(context, totalOf, key),
    hasAny: async (range) => (await read(range)).length > 0,
  };
}
