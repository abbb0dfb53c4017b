import { MESSAGE_TYPES } from '../../../../domain/webhooks/webhook-types.ts';
import type { Components, Node } from './components.ts';
import { SECURITY } from './operations.ts';
import { recordSchema } from './records.ts';
import { failureResponse } from './responses.ts';
import type { ValueContext } from './values.ts';

/** Tag of the change feed. */
export const CHANGES_TAG = {
  name: 'Changes',
  description: "What has changed, in order, by OpenActive's Realtime Paged Data Exchange 1.0.",
};

const KINDS = ['Event', 'Venue', 'Organizer', 'Category', 'Tag'];
const STATUSES = [400, 401, 410, 503];

/**
 * `/feeds/changes`, which is not below the namespace.
 * @param site the address of the service as the document has it, without a slash at the end
 */
export function changeFeedPath(context: ValueContext, site: string): Node {
  const { components } = context;
  const failures = STATUSES.map((status): [string, Node] => [
    String(status),
    failureResponse(status, { record: 'Change', reply: 'LIST' }, components),
  ]);
  return {
    get: {
      servers: [{ url: site, description: 'The service itself.' }],
      operationId: 'getChanges',
      tags: [CHANGES_TAG.name],
      summary: 'List changes',
      description:
        'Every record once, by its last change, from the beginning or from a position on. Follow `next` until it leads to the same ' +
        'page, which has no items, and ask there again later. Editors get all records, with their status.',
      security: SECURITY.query,
      parameters: [
        parameter('afterChangeNumber', 'The number after which to go on; as `next` has it.', {
          type: 'integer',
          minimum: 0,
        }),
        parameter('walk', 'Which calendar the number is of, and when the walk began; as `next` has it.', {
          type: 'string',
        }),
        parameter('limit', 'Most items on a page; larger values count as 500.', {
          type: 'integer',
          minimum: 1,
          default: 500,
        }),
      ],
      responses: {
        200: {
          description: 'A page.',
          content: {
            'application/json': {
              schema: components.use('schemas', 'ChangePage', () => pageSchema(context)),
            },
          },
        },
        304: components.use('responses', 'NotModified', () => ({
          description: 'The `ETag` that was sent still holds.',
        })),
        ...Object.fromEntries(failures),
      },
    },
  };
}

/** What receivers of webhooks are sent (rules#webhooks). */
export const webhooks = (context: ValueContext): Node => ({
  recordChanged: {
    post: {
      operationId: 'recordChanged',
      tags: [CHANGES_TAG.name],
      summary: 'Be told of a change',
      description:
        'Sent by Standard Webhooks, whose libraries verify it by the secret of the webhook; again for a day, until it is answered.',
      security: [],
      parameters: [
        header('webhook-id', 'The same for each attempt.'),
        header('webhook-timestamp', 'When it was sent, in seconds since 1970.'),
        header('webhook-signature', '`v1,` and the HMAC of id, timestamp and body.'),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: context.components.use('schemas', 'WebhookMessage', () => messageSchema(context)),
          },
        },
      },
      responses: {
        200: { description: 'Any status from 200 to 299: it has arrived.' },
        410: { description: 'It is told nothing any more.' },
      },
    },
  },
});

const header = (name: string, description: string): Node => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const messageSchema = ({ contract, components }: ValueContext): Node => ({
  type: 'object',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: {
      type: 'string',
      enum: [...MESSAGE_TYPES],
      description: 'The kind and what has become of the record, as in `event.updated`.',
    },
    timestamp: { type: 'string', format: 'date-time', description: 'When it was stored.' },
    data: {
      type: 'object',
      required: ['kind', 'id'],
      properties: {
        kind: kindSchema,
        id: { type: 'integer' },
        record: shownSchema('The record as lists have it; absent when it is gone.', contract, components),
      },
    },
  },
});

const kindSchema: Node = { type: 'string', enum: KINDS.map((kind) => kind.toLowerCase()) };

const shownSchema = (
  description: string,
  contract: ValueContext['contract'],
  components: Components,
): Node => ({
  description,
  anyOf: KINDS.filter((kind) => contract.records.has(kind)).map((kind) =>
    recordSchema(kind, 'ROOT', contract, components),
  ),
});

const parameter = (name: string, description: string, schema: Node): Node => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});

const pageSchema = (context: ValueContext): Node => ({
  type: 'object',
  required: ['next', 'items', 'license'],
  properties: {
    next: {
      type: 'string',
      format: 'uri',
      description: 'Address of the next page; of this one, when there is none yet.',
    },
    items: {
      type: 'array',
      description: 'In the order of their changes.',
      items: context.components.use('schemas', 'Change', () => itemSchema(context, context.components)),
    },
    license: { type: 'string', description: 'Address of the terms of use; empty where there are none.' },
  },
});

const itemSchema = ({ contract }: ValueContext, components: Components): Node => ({
  type: 'object',
  description: 'A record by its last change.',
  required: ['state', 'kind', 'id', 'modified'],
  properties: {
    state: { type: 'string', enum: ['updated', 'deleted'], description: 'Whether the caller may see it.' },
    kind: kindSchema,
    id: { type: 'string', pattern: '^[a-z]+-\\d+$', description: 'The kind and the id, as in `event-12`.' },
    modified: { type: 'integer', description: 'The number of the change.' },
    status: { type: 'string', description: 'For editors, of what has one.' },
    data: shownSchema('The record as lists have it; absent when it is deleted.', contract, components),
  },
});
