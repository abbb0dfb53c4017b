import { nodeIdOf } from '../../lib/node-id.ts';
import { readDateTime } from '../../lib/read-date.ts';
import { load } from '../../platform/cache/loaders.ts';
import type { AuditEntry } from '../access/audit.ts';
import { assertMayManageWebhooks } from '../access/policy.ts';
import { plainConnectionFields } from '../content/page.ts';
import { onSiteClock } from '../content/record.ts';
import type { Context } from '../context/context.ts';
import type {
  UpdateWebhookInput,
  Webhook,
  WebhookBy,
  WebhookConnection,
  WebhookConnectionResolvers,
  WebhookDelivery,
  WebhookDeliveryConnection,
  WebhookDeliveryConnectionResolvers,
  WebhookDeliveryResolvers,
  WebhookResolvers,
} from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import type { Complete, Computed, WithComputed } from '../resource/complete.ts';
import { TYPES_OF_KINDS } from '../resource/following.ts';
import type { Authorize, Resource } from '../resource/resource.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { userById } from '../users/user.record.ts';
import { checkTarget } from './target.ts';
import { webhookEntities } from './webhook.entity.ts';
import { checkWebhookList, deliveriesOf, listWebhooks, needWebhook, stateOf } from './webhook.queries.ts';
import type { DeliveryPage, DeliveryRecord, WebhookPage, WebhookRecord } from './webhook.record.ts';
import { storedTypes, typeWord } from './webhook-types.ts';
import {
  createWebhook,
  deleteWebhook,
  renewSecret,
  replayMessage,
  replayWebhook,
  updateWebhook,
} from './webhooks.ts';

const manage: Authorize<void> = async ({ caller }) => assertMayManageWebhooks(caller);

/** The number of the webhook that an argument names; 0, which none has, without one. */
const idIn = ({ databaseId = 0 }: WebhookBy): number => databaseId;

/** Where a webhook leads, and what it is told; null is not sent. */
async function inputIn(
  { settings }: Context,
  { url, types }: Partial<UpdateWebhookInput>,
  checks: Checks,
): Promise<{ url?: string; types?: string[] }> {
  const target =
    typeof url === 'string'
      ? await checks.run('url', () => checkTarget(url, settings.webhookPrivate))
      : undefined;
  const checked = types ? await checks.run('types', storedTypes, types) : undefined;
  return { ...(target !== undefined && { url: target }), ...(checked && { types: checked }) };
}

/** @throws ServiceError rest_invalid_param */
async function checkedInput(
  context: Context,
  input: Partial<UpdateWebhookInput>,
): Promise<{ url?: string; types?: string[] }> {
  const checks = new Checks();
  const checked = await inputIn(context, input, checks);
  checks.done();
  return checked;
}

/** Writes to the audit log what happened to a webhook. Its address may have a secret in it. */
function noted<T extends { readonly webhook: WebhookRecord }>(
  { access, caller }: Context,
  what: AuditEntry['what'],
  changed: T,
): T {
  access.audit({ what, by: caller.login ?? 'nobody', webhook: changed.webhook.id });
  return changed;
}

const computedWebhookFields = {
  databaseId: ({ id }) => id,
  types: ({ types }) => types.map(typeWord),
  createdAt: ({ createdUtc }, context) => onSiteClock(context, createdUtc),
} satisfies Computed<WebhookRecord, WebhookResolvers>;

const instantOrNull = (context: Context, utc: string | null): string | null =>
  utc === null ? null : onSiteClock(context, utc);

const computedDeliveryFields = {
  type: ({ type }) => typeWord(type),
  recordId: ({ kind, recordId }) => nodeIdOf(TYPES_OF_KINDS[kind], recordId),
  recordDatabaseId: ({ recordId }) => recordId,
  createdAt: ({ storedUtc }, context) => onSiteClock(context, storedUtc),
  httpStatus: ({ status }) => status,
  nextAttemptAt: ({ nextAttemptUtc }, context) => instantOrNull(context, nextAttemptUtc),
  finishedAt: ({ finishedUtc }, context) => instantOrNull(context, finishedUtc),
} satisfies Computed<DeliveryRecord, WebhookDeliveryResolvers>;

/** Webhooks in the schema; `npm run webhook` does the same. */
export const resource: Resource = {
  entities: webhookEntities,
  queries: {
    webhooks: {
      authorize: manage,
      check: (context, args, checks) => checkWebhookList(context, args, checks),
      run: (context, args) => listWebhooks(context, args),
    },
    webhook: {
      authorize: manage,
      run: (context, { by }) => needWebhook(context.db, idIn(by)),
    },
  },
  mutations: {
    createWebhook: {
      authorize: manage,
      check: (context, { input }, checks) => inputIn(context, input, checks),
      run: async (context, { input }) => {
        const { url = '', types = ['*'] } = await checkedInput(context, input);
        const user = input.user ?? { databaseId: context.caller.id };
        const { nowUtc } = context.clock;
        const created = await runInTransaction(context, ({ em }) =>
          createWebhook(em, context.access.keys, { url, types, user, nowUtc }),
        );
        return noted(context, 'webhook created', created);
      },
    },
    updateWebhook: {
      authorize: manage,
      check: (context, { input }, checks) => inputIn(context, input, checks),
      run: async (context, { by, input }) => {
        const { isActive } = input;
        const changes = {
          ...(await checkedInput(context, input)),
          ...(typeof isActive === 'boolean' && { isActive }),
        };
        const webhook = await runInTransaction(context, ({ em }) => updateWebhook(em, idIn(by), changes));
        return noted(context, 'webhook changed', { webhook });
      },
    },
    deleteWebhook: {
      authorize: manage,
      run: async (context, { by }) => {
        const webhook = await runInTransaction(context, ({ em }) => deleteWebhook(em, idIn(by)));
        return noted(context, 'webhook deleted', { webhook, deletedId: nodeIdOf('Webhook', webhook.id) });
      },
    },
    renewWebhookSecret: {
      authorize: manage,
      run: async (context, { by }) =>
        noted(
          context,
          'webhook secret renewed',
          await runInTransaction(context, ({ em }) => renewSecret(em, context.access.keys, idIn(by))),
        ),
    },
    replayWebhook: {
      authorize: manage,
      run: async (context, { by, since, messageId }) => {
        const id = idIn(by);
        const checks = new Checks();
        if (since != null && messageId != null) checks.add('messageId', 'is not sent together with since');
        checks.done();
        // The scalar has read it already.
        const sinceUtc = since == null ? null : readDateTime(since, 'UTC', context.clock).utc;
        const replayed = await runInTransaction(context, ({ em }) =>
          messageId == null ? replayWebhook(em, id, sinceUtc) : replayMessage(em, id, messageId),
        );
        return noted(context, 'webhook replayed', replayed);
      },
    },
  },
  computed: { Webhook: computedWebhookFields, WebhookDelivery: computedDeliveryFields },
  resolvers: {
    WebhookConnection: plainConnectionFields satisfies Complete<
      WebhookConnection,
      WebhookPage,
      WebhookConnectionResolvers
    >,
    Webhook: {
      user: async ({ userId }, _args, context) => {
        const user = await load(context, userById, userId);
        if (!user) throw new Error(`the user ${userId} of a webhook is gone`);
        return user;
      },
      pendingCount: async ({ id }, _args, context) => (await load(context, stateOf, id)).pending,
      parkedCount: async ({ id }, _args, context) => (await load(context, stateOf, id)).parked,
      deliveredAt: async ({ id }, _args, context) =>
        instantOrNull(context, (await load(context, stateOf, id)).deliveredUtc),
      lastError: async ({ id }, _args, context) => (await load(context, stateOf, id)).error,
      deliveries: ({ id }, args, context) => deliveriesOf(context, id, args),
    } satisfies Complete<
      Webhook,
      WithComputed<WebhookRecord, typeof computedWebhookFields>,
      WebhookResolvers
    >,
    WebhookDeliveryConnection: plainConnectionFields satisfies Complete<
      WebhookDeliveryConnection,
      DeliveryPage,
      WebhookDeliveryConnectionResolvers
    >,
    WebhookDelivery: {} satisfies Complete<
      WebhookDelivery,
      WithComputed<DeliveryRecord, typeof computedDeliveryFields>,
      WebhookDeliveryResolvers
    >,
  },
};
