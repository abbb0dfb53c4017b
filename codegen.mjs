import { globSync, readFileSync } from 'node:fs';

// Generates src/domain/generated/schema.ts from schema.graphql; `npm run codegen:check` (and CI) fails when it is out
// of date.

/** What resolvers get for a type: `VenueRecord` and `VenuePage`, wherever `*.record.ts` has them. */
function mappers() {
  const found = globSync('src/domain/*/*.record.ts').flatMap((path) => {
    const names = readFileSync(path, 'utf8').matchAll(/^export (?:interface|type) (\w+?)(Record|Page)\b/gm);
    return [...names].flatMap(([, noun, what]) => {
      // Both kinds of terms have one record.
      const types = noun === 'Term' ? ['Category', 'Tag'] : [noun];
      const suffix = what === 'Page' ? 'List' : '';
      return types.map((type) => [`${type}${suffix}`, `${path.replace('src/domain', '..')}#${noun}${what}`]);
    });
  });
  // Of all kinds, and of no type of its own.
  const known = Object.fromEntries(found.filter(([type]) => type !== 'Content').sort());
  return { ...known, Event: '../events/event.record.ts#HydratedEvent' };
}

export default {
  // Not as it is written: fields take arguments from others (@argumentsOf).
  schema: [{ 'schema.graphql': { loader: './src/api/contract/load.ts' } }],
  generates: {
    './src/domain/generated/schema.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        contextType: '../context/context.ts#Context',
        useTypeImports: true,
        enumsAsTypes: true,
        skipTypename: true,
        avoidOptionals: false,
        inputMaybeValue: 'T | null | undefined',
        maybeValue: 'T | null',
        strictScalars: true,
        noDirectiveTypes: true,
        scalars: {
          DateTime: 'string',
          LocalDateTime: 'string',
          DateInput: 'string | number',
          TermRef: '../terms/term.refs.ts#TermRef',
          RecordRef: '../../lib/kinds.ts#RecordRef',
          Truthy: { input: 'boolean', output: 'boolean' },
          Price: 'string',
          Url: 'string',
          UserRef: 'string | number',
          JSON: 'unknown',
          Literal: 'unknown',
        },
        mappers: mappers(),
      },
    },
  },
};
