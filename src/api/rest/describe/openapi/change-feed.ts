import { MESSAGE_TYPES } from '../../../../domain/webhooks/webhook-types.ts';
import type { Components, Node } from './components.ts';
import { SECURITY } from './operations.ts';
import { recordSchema } from './records.ts';
import { failureResponse } from './responses.ts';
import type { ValueContext } from './values.ts';

/** Tag of the change feed. */
export const CHANGES_TAG = {
  name: 'Changes',
  description: "Changes in order, in the format of OpenActive's Realtime Paged Data Exchange 1.0.",
};

const KINDS = ['Event', 'Venue', 'Organizer', 'Category', 'Tag'];
const STATUSES = [400, 401, 410, 503];

/**
 * The path `/feeds/changes`, which is outside of the namespace.
 * @param site address of the service in the document, without a trailing slash
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
        'Returns every record once, in the order of its last change, from the beginning or from a position. Follow ' +
        '`next` until it is the address of the same page, which has no items; request it again later. Editors ' +
        'receive all records, with their status.',
      security: SECURITY.query,
      parameters: [
        parameter('afterChangeNumber', 'The number of the last change that was read; taken from `next`.', {
          type: 'integer',
          minimum: 0,
        }),
        parameter('walk', 'The calendar of the number, and the start of the walk; taken from `next`.', {
          type: 'string',
        }),
        parameter('limit', 'Maximum number of items on a page; larger values are reduced to 500.', {
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
          description: 'The response still has the `ETag` that was sent.',
        })),
        ...Object.fromEntries(failures),
      },
    },
  };
}

/** The messages to receivers of webhooks (rules#webhooks). */
export const webhooks = (context: ValueContext): Node => ({
  recordChanged: {
    post: {
      operationId: 'recordChanged',
      tags: [CHANGES_TAG.name],
      summary: 'Receive a change',
      description:
        'A message in the format of Standard Webhooks. Verify it with one of their libraries and the secret of the ' +
        'webhook. Without a successful response it is sent again for a day.',
      security: [],
      parameters: [
        header('webhook-id', 'Id of the message, the same for each attempt.'),
        header('webhook-timestamp', 'Time of the attempt, in seconds since 1970.'),
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
        200: { description: 'Any status from 200 to 299: the message was received.' },
        410: { description: 'The webhook is deactivated and receives no more messages.' },
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
      description: 'The kind of record and of change, for example `event.updated`.',
    },
    timestamp: { type: 'string', format: 'date-time', description: 'Time of the change.' },
    data: {
      type: 'object',
      required: ['kind', 'id'],
      properties: {
        kind: kindSchema,
        id: { type: 'integer' },
        record: shownSchema(
          'The record as in lists; absent if it was deleted or is no longer visible.',
          contract,
          components,
        ),
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
      description: 'Address of the next page, or of this page if there is none yet.',
    },
    items: {
      type: 'array',
      description: 'In the order of their changes.',
      items: context.components.use('schemas', 'Change', () => itemSchema(context, context.components)),
    },
    license: { type: 'string', description: 'Address of the terms of use; empty if there are none.' },
  },
});

const itemSchema = ({ contract }: ValueContext, components: Components): Node => ({
  type: 'object',
  description: 'The last change of a record.',
  required: ['state', 'kind', 'id', 'modified'],
  properties: {
    state: {
      type: 'string',
      enum: ['updated', 'deleted'],
      description: '`updated` if the caller can read the record, else `deleted`.',
    },
    kind: kindSchema,
    id: {
      type: 'string',
      pattern: '^[a-z]+-\\d+$',
      description: 'The kind and the id, for example `event-12`.',
    },
    modified: { type: 'integer', description: 'The number of the change.' },
    status: {
      type: 'string',
      description: 'Status of the record; only for editors, and not for categories and tags.',
    },
    data: shownSchema('The record as in lists; absent if `state` is `deleted`.', contract, components),
  },
});
