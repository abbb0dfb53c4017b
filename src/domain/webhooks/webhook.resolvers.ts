import { encodeGlobalId } from '../../lib/global-id.ts';
import { readDateTime } from '../../lib/read-date.ts';
import { load } from '../../platform/cache/loaders.ts';
import type { AuditEntry } from '../access/audit.ts';
import { assertMayManageWebhooks } from '../access/policy.ts';
import { plainConnectionFields } from '../content/connection.resolvers.ts';
import { inSiteZone } from '../content/record.ts';
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
import type { CompleteResolvers, ComputedFields, WithComputed } from '../resource/complete.ts';
import { TYPE_BY_KIND } from '../resource/following.ts';
import type { Authorize, Resource } from '../resource/resource.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { userById } from '../users/user.record.ts';
import { checkTarget } from './target.ts';
import { webhookEntities } from './webhook.entity.ts';
import {
  checkWebhookList,
  deliveriesOf,
  listWebhooks,
  requireWebhook,
  webhookState,
} from './webhook.queries.ts';
import type { DeliveryPage, DeliveryRecord, WebhookPage, WebhookRecord } from './webhook.record.ts';
import { graphqlType, storedTypes } from './webhook-types.ts';
import {
  createWebhook,
  deleteWebhook,
  renewSecret,
  replayMessage,
  replayWebhook,
  updateWebhook,
} from './webhooks.ts';

const authorizeManager: Authorize<void> = async ({ caller }) => assertMayManageWebhooks(caller);

/** Without an id: 0, which no webhook has. */
const webhookIdOf = ({ databaseId = 0 }: WebhookBy): number => databaseId;

/** URL and types of the input, checked; null counts as omitted. */
async function checkInput(
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
async function requireValidInput(
  context: Context,
  input: Partial<UpdateWebhookInput>,
): Promise<{ url?: string; types?: string[] }> {
  const checks = new Checks();
  const checked = await checkInput(context, input, checks);
  checks.assertValid();
  return checked;
}

/** Writes an action on a webhook to the audit log, without the URL, which may contain a secret. */
function recordAudit<T extends { readonly webhook: WebhookRecord }>(
  { access, caller }: Context,
  action: AuditEntry['action'],
  changed: T,
): T {
  access.audit({ action, by: caller.login ?? 'anonymous', webhook: changed.webhook.id });
  return changed;
}

const computedWebhookFields = {
  databaseId: ({ id }) => id,
  types: ({ types }) => types.map(graphqlType),
  createdAt: ({ createdUtc }, context) => inSiteZone(context, createdUtc),
} satisfies ComputedFields<WebhookRecord, WebhookResolvers>;

const instantOrNull = (context: Context, utc: string | null): string | null =>
  utc === null ? null : inSiteZone(context, utc);

const computedDeliveryFields = {
  type: ({ type }) => graphqlType(type),
  recordId: ({ kind, recordId }) => encodeGlobalId(TYPE_BY_KIND[kind], recordId),
  recordDatabaseId: ({ recordId }) => recordId,
  createdAt: ({ storedUtc }, context) => inSiteZone(context, storedUtc),
  httpStatus: ({ status }) => status,
  nextAttemptAt: ({ nextAttemptUtc }, context) => instantOrNull(context, nextAttemptUtc),
  finishedAt: ({ finishedUtc }, context) => instantOrNull(context, finishedUtc),
} satisfies ComputedFields<DeliveryRecord, WebhookDeliveryResolvers>;

/** Webhooks in the schema; `npm run webhook` has the same operations. */
export const resource: Resource = {
  entities: webhookEntities,
  queries: {
    webhooks: {
      authorize: authorizeManager,
      check: (context, args, checks) => checkWebhookList(context, args, checks),
      run: (context, args) => listWebhooks(context, args),
    },
    webhook: {
      authorize: authorizeManager,
      run: (context, { by }) => requireWebhook(context.db, webhookIdOf(by)),
    },
  },
  mutations: {
    createWebhook: {
      authorize: authorizeManager,
      check: (context, { input }, checks) => checkInput(context, input, checks),
      run: async (context, { input }) => {
        const { url = '', types = ['*'] } = await requireValidInput(context, input);
        const user = input.user ?? { databaseId: context.caller.id };
        const { nowUtc } = context.clock;
        const created = await runInTransaction(context, ({ em }) =>
          createWebhook(em, context.access.keys, { url, types, user, nowUtc }),
        );
        return recordAudit(context, 'webhook created', created);
      },
    },
    updateWebhook: {
      authorize: authorizeManager,
      check: (context, { input }, checks) => checkInput(context, input, checks),
      run: async (context, { by, input }) => {
        const { isActive } = input;
        const changes = {
          ...(await requireValidInput(context, input)),
          ...(typeof isActive === 'boolean' && { isActive }),
        };
        const webhook = await runInTransaction(context, ({ em }) =>
          updateWebhook(em, webhookIdOf(by), changes),
        );
        return recordAudit(context, 'webhook changed', { webhook });
      },
    },
    deleteWebhook: {
      authorize: authorizeManager,
      run: async (context, { by }) => {
        const webhook = await runInTransaction(context, ({ em }) => deleteWebhook(em, webhookIdOf(by)));
        return recordAudit(context, 'webhook deleted', {
          webhook,
          deletedId: encodeGlobalId('Webhook', webhook.id),
        });
      },
    },
    renewWebhookSecret: {
      authorize: authorizeManager,
      run: async (context, { by }) =>
        recordAudit(
          context,
          'webhook secret renewed',
          await runInTransaction(context, ({ em }) => renewSecret(em, context.access.keys, webhookIdOf(by))),
        ),
    },
    replayWebhook: {
      authorize: authorizeManager,
      run: async (context, { by, since, messageId }) => {
        const id = webhookIdOf(by);
        const checks = new Checks();
        if (since != null && messageId != null) checks.add('messageId', 'cannot be combined with since');
        checks.assertValid();
        // The scalar has checked it already.
        const sinceUtc = since == null ? null : readDateTime(since, 'UTC', context.clock).utc;
        const replayed = await runInTransaction(context, ({ em }) =>
          messageId == null ? replayWebhook(em, id, sinceUtc) : replayMessage(em, id, messageId),
        );
        return recordAudit(context, 'webhook replayed', replayed);
      },
    },
  },
  computed: { Webhook: computedWebhookFields, WebhookDelivery: computedDeliveryFields },
  resolvers: {
    WebhookConnection: plainConnectionFields satisfies CompleteResolvers<
      WebhookConnection,
      WebhookPage,
      WebhookConnectionResolvers
    >,
    Webhook: {
      user: async ({ userId }, _args, context) => {
        const user = await load(context, userById, userId);
        if (!user) throw new Error(`the user ${userId} of a webhook is missing`);
        return user;
      },
      pendingCount: async ({ id }, _args, context) => (await load(context, webhookState, id)).pending,
      parkedCount: async ({ id }, _args, context) => (await load(context, webhookState, id)).parked,
      deliveredAt: async ({ id }, _args, context) =>
        instantOrNull(context, (await load(context, webhookState, id)).deliveredUtc),
      lastError: async ({ id }, _args, context) => (await load(context, webhookState, id)).error,
      deliveries: ({ id }, args, context) => deliveriesOf(context, id, args),
    } satisfies CompleteResolvers<
      Webhook,
      WithComputed<WebhookRecord, typeof computedWebhookFields>,
      WebhookResolvers
    >,
    WebhookDeliveryConnection: plainConnectionFields satisfies CompleteResolvers<
      WebhookDeliveryConnection,
      DeliveryPage,
      WebhookDeliveryConnectionResolvers
    >,
    WebhookDelivery: {} satisfies CompleteResolvers<
      WebhookDelivery,
      WithComputed<DeliveryRecord, typeof computedDeliveryFields>,
      WebhookDeliveryResolvers
    >,
  },
};
