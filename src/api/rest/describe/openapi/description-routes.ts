import type { Components, Node } from './components.ts';
import { SECURITY } from './operations.ts';
import { failureResponse } from './responses.ts';

/** Tag of the routes that describe the API. */
export const DESCRIPTION_TAG = {
  name: 'Description',
  description: 'Documents that describe this API.',
};

const ARG: Node = {
  type: 'object',
  description: 'A parameter: JSON Schema keywords, and whether it is required.',
  required: ['required'],
  properties: { required: { type: 'boolean' } },
  additionalProperties: true,
};

const ROUTE: Node = {
  type: 'object',
  required: ['namespace', 'methods', 'endpoints'],
  properties: {
    namespace: { type: 'string' },
    methods: { type: 'array', items: { type: 'string' } },
    endpoints: {
      type: 'array',
      items: {
        type: 'object',
        required: ['methods', 'args'],
        properties: {
          methods: { type: 'array', items: { type: 'string' } },
          args: {
            description: 'Parameters by name; an empty list if there are none.',
            anyOf: [
              { type: 'object', additionalProperties: ARG },
              { type: 'array', items: {}, maxItems: 0 },
            ],
          },
        },
      },
    },
    _links: {
      type: 'object',
      description: 'The route itself; absent on routes with a variable.',
      additionalProperties: true,
    },
  },
};

const INDEX: Node = {
  type: 'object',
  description: 'All routes of the namespace with their methods and parameters.',
  required: ['namespace', 'routes', '_links'],
  properties: {
    namespace: { type: 'string', description: 'Identifier of the namespace.' },
    routes: { type: 'object', description: 'Routes by pattern.', additionalProperties: ROUTE },
    _links: {
      type: 'object',
      description: 'Links to related documents.',
      additionalProperties: true,
    },
  },
};

/** The paths `/` and `/doc`, which are not in the contract. */
export function descriptionPaths(components: Components): Node {
  return {
    '/': {
      get: {
        operationId: 'getIndex',
        ...descriptionOperation('List all routes', 'Returns all routes with their methods and parameters.'),
        parameters: [
          textParameter('namespace', 'Namespace to describe; default: this namespace.'),
          textParameter('context', 'Accepted for WordPress clients; has no effect.', 'view'),
        ],
        responses: {
          200: jsonResponse(
            'The index.',
            components.use('schemas', 'NamespaceIndex', () => INDEX),
          ),
          404: failureResponse(404, { record: 'Namespace', reply: 'SINGLE' }, components),
        },
      },
    },
    '/doc': {
      get: {
        operationId: 'getDocument',
        ...descriptionOperation('Read this document', 'Returns this document in OpenAPI 3.1.'),
        responses: {
          200: jsonResponse('The document.', {
            type: 'object',
            required: ['openapi', 'info', 'paths'],
            properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
            additionalProperties: true,
          }),
          401: failureResponse(401, { record: 'Document', reply: 'SINGLE' }, components),
        },
      },
    },
  };
}

const descriptionOperation = (summary: string, description: string): Node => ({
  tags: [DESCRIPTION_TAG.name],
  summary,
  description,
  security: SECURITY.query,
});

const textParameter = (name: string, description: string, value?: string): Node => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: value === undefined ? { type: 'string' } : { type: 'string', default: value },
});

const jsonResponse = (description: string, schema: Node): Node => ({
  description,
  content: { 'application/json': { schema } },
});
