import { sql } from 'kysely';
import { ServiceError } from '../../lib/errors.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import { mayManageWebhooks } from '../access/policy.ts';
import type { ListOrder } from '../content/keyset.ts';
import { pageReader } from '../content/list.ts';
import { type ListName, listName, type PageArgs, requestedPage, type SortedList } from '../content/page.ts';
import { allOf, type Condition } from '../content/visibility.ts';
import type { Context, Loader } from '../context/context.ts';
import type { RecordKind, WebhookDeliveryFilter, WebhookDeliveryState } from '../generated/schema.ts';
import { type Checks, invalid } from '../resource/checks.ts';
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

/** Reports invalid arguments of the list of webhooks to `checks`. */
export const checkWebhookList = (context: Context, args: PageArgs, checks: Checks): Promise<unknown> =>
  requestedPage(context, checks, webhookList(args), args);

const list = pageReader('webhook', (db) => db.selectFrom('webhook').select(COLUMNS));

/** All webhooks, oldest first. @throws ServiceError rest_invalid_param */
export function listWebhooks(context: Context, args: PageArgs): Promise<WebhookPage> {
  return list(context, args, { sorted: webhookList(args), condition: async () => sql`true` });
}

/** @throws ServiceError webhook-not-found 404 */
export async function requireWebhook(db: ReadDb, id: number): Promise<WebhookRecord> {
  const webhook = await db.selectFrom('webhook').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  if (!webhook) throw new ServiceError('webhook-not-found');
  return webhook;
}

/** Webhooks by id, in this order; null if missing, or if the caller may not manage webhooks. */
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

/** All webhooks, oldest first, with the logins of their users and the summaries of their messages. */
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
  return webhooks.map((webhook) => ({ ...webhook, ...(states.get(webhook.id) ?? NO_MESSAGES) }));
}

const NO_MESSAGES: WebhookState = {
  pending: 0,
  parked: 0,
  deliveredUtc: null,
  error: null,
};
const TIMESTAMP_FORMAT = sql.lit('YYYY-MM-DD HH24:MI:SS');

async function readStates(db: ReadDb, ids: readonly number[]): Promise<Map<number, WebhookState>> {
  const { rows } = await sql<WebhookState & { id: number }>`
    select id,
      (select count(*)::int from webhook_message where webhook_id = webhook.id and state = 'pending') as pending,
      (select count(*)::int from webhook_message where webhook_id = webhook.id and state = 'parked') as parked,
      (select to_char(done_utc, ${TIMESTAMP_FORMAT}) from webhook_message
        where webhook_id = webhook.id and state = 'delivered' order by number desc limit 1) as "deliveredUtc",
      coalesce(
        (select coalesce(error, 'status ' || status) from webhook_message
          where webhook_id = webhook.id and state = 'pending' and attempts > 0 order by number limit 1),
        (select coalesce(error, 'status ' || status) from webhook_message
          where webhook_id = webhook.id and state = 'parked' and attempts > 0 order by number desc limit 1)) as error
    from webhook where id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

export const webhookState: Loader<number, WebhookState> = {
  async batch(context, ids) {
    const states = await readStates(context.db, ids);
    return ids.map((id) => states.get(id) ?? NO_MESSAGES);
  },
};

interface DeliveryArgs extends PageArgs {
  filter?: WebhookDeliveryFilter | null | undefined;
}

/** Message numbers may exceed ids. */
const NEWEST_FIRST: ListOrder = {
  key: null,
  direction: 'desc',
  id: sql`number`,
  ties: 'desc',
  largestId: Number.MAX_SAFE_INTEGER,
};

const selectDeliveries = (db: ReadDb) =>
  db
    .selectFrom('webhook_message')
    .innerJoin('webhook', 'webhook.id', 'webhook_id')
    .select(['message_id as messageId', 'type', 'record_id as recordId', 'attempts', 'status', 'error'])
    .select([
      sql<number>`number::float8`.as('id'),
      sql<RecordKind>`kind`.as('kind'),
      sql<WebhookDeliveryState>`state`.as('state'),
      sql<string>`to_char(at_utc, ${TIMESTAMP_FORMAT})`.as('storedUtc'),
      sql<string | null>`case when state = 'pending' and is_active
        then to_char(webhook_message.due_utc, ${TIMESTAMP_FORMAT}) end`.as('nextAttemptUtc'),
      sql<string | null>`to_char(done_utc, ${TIMESTAMP_FORMAT})`.as('finishedUtc'),
    ]);

const listDeliveries = pageReader('webhook_message', selectDeliveries);

/** The newest messages of a webhook, newest first, of one state if given. */
export function latestDeliveries(
  db: ReadDb,
  id: number,
  { state, most }: { state?: string | undefined; most: number },
): Promise<DeliveryRecord[]> {
  return selectDeliveries(db)
    .where('webhook_id', '=', id)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .orderBy('number', 'desc')
    .limit(most)
    .execute();
}

/**
 * A page of the messages of a webhook, newest first, batched with those of other webhooks.
 * @throws ServiceError rest_invalid_param
 */
export function deliveriesOf(context: Context, id: number, args: DeliveryArgs): Promise<DeliveryPage> {
  const states = args.filter?.states;
  if (states?.length === 0) throw invalid('states', 'must not be empty');
  const inState: Condition = states
    ? sql`state in (${sql.join(states.map((state) => sql.lit(state)))})`
    : sql`true`;
  return listDeliveries(context, args, {
    sorted: { name: listName(`deliveries ${id}`, args), order: NEWEST_FIRST },
    condition: async () => allOf([sql`webhook_id = scope.id`, inState]),
    scope: { id, kind: 'webhook' },
  });
}

/** Messages by number, in this order; null if missing, or if the caller may not manage webhooks. */
export async function readDeliveries(
  { caller, db }: Context,
  numbers: readonly number[],
): Promise<(DeliveryRecord | null)[]> {
  if (!mayManageWebhooks(caller)) return numbers.map(() => null);
  const deliveries = await selectDeliveries(db)
    .where(sql<boolean>`number = any(${[...numbers]}::bigint[])`)
    .execute();
  const byNumber = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  return numbers.map((number) => byNumber.get(number) ?? null);
}
