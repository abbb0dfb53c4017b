import plugin from '@graphql-eslint/eslint-plugin';

const { 'flat/schema-recommended': recommended, 'flat/schema-relay': relay } = plugin.configs;

/** The rules for the public schema: the recommended set and the set for Relay, none switched off. */
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
      // Connections have `nodes` beside `edges`, and short lists, such as the venues of an event, are plain.
      '@graphql-eslint/relay-edge-types': [
        'error',
        { withEdgeSuffix: true, shouldImplementNode: true, listTypeCanWrapOnlyEdgeType: false },
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
      // Types without an id: pages of lists, results of mutations, and values.
      '@graphql-eslint/strict-id-in-types': [
        'error',
        {
          acceptedIdNames: ['id'],
          acceptedIdTypes: ['ID'],
          exceptions: {
            suffixes: ['Connection', 'Edge', 'Payload'],
            types: ['PageInfo', 'PriceRange', 'Money', 'RecordChange', 'Service'],
          },
        },
      ],
    },
  },
];
