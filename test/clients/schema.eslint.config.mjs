import plugin from '@graphql-eslint/eslint-plugin';

const { 'flat/schema-recommended': recommended, 'flat/schema-relay': relay } = plugin.configs;

/** What the public schema is checked by: all rules of these sets; what differs from them says why. */
export default [
  {
    files: ['**/*.graphql'],
    languageOptions: {
      parser: plugin.parser,
      parserOptions: { graphQLConfig: { schema: 'schema.graphql' } },
    },
    plugins: { '@graphql-eslint': plugin },
    rules: {
      ...recommended.rules,
      ...relay.rules,
      // A sentence stands in one line, what is longer in a block.
      '@graphql-eslint/description-style': 'off',
      // Lists that belong to one record, such as the venues of an event, are short, and plain.
      // Which edges lead to no `Node` is said in schema-rules.test.ts.
      '@graphql-eslint/relay-edge-types': [
        'error',
        { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false },
      ],
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          rootField: true,
          DirectiveDefinition: true,
          EnumValueDefinition: true,
          FieldDefinition: true,
          InputValueDefinition: true,
        },
      ],
      // `id` is that of REST, a number; what is not a node is a part of one, or was told of one.
      '@graphql-eslint/strict-id-in-types': [
        'error',
        {
          acceptedIdNames: ['nodeId'],
          acceptedIdTypes: ['ID'],
          exceptions: {
            suffixes: ['Connection', 'Edge', 'Details'],
            types: [
              'PageInfo',
              'TermUrls',
              'TermLinks',
              'Link',
              'ApplicationPassword',
              'NewApplicationPassword',
              'RecordChange',
              'NewWebhook',
              'WebhookDelivery',
              'WebhookReplay',
            ],
          },
        },
      ],
    },
  },
];
