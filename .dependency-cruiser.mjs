/** The permitted imports between layers and folders, checked by `npm run lint:imports`. Exceptions need a reason here. */

/** From bottom to top; each layer may import from itself and from lower layers. */
const LAYERS = ['lib', 'platform', 'domain', 'api', 'transfer', 'app'];
const RESOURCES = '(events|venues|organizers|terms|images|users)';
const HTTP = 'node_modules/(express|@apollo|@as-integrations|sofa-api|fets|cors|helmet|compression)/';
const STORAGE = 'node_modules/(@mikro-orm|kysely|pg)/';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
/** @returns a rule that permits files in `from` to import, of this project, only `allowed` */
const only = (name, from, allowed, comment) =>
  rule(name, comment, { path: from }, { path: '^src/', pathNot: allowed });
const never = (name, from, to, comment) => rule(name, comment, { path: from }, { path: to });

export default {
  forbidden: [
    rule(
      'no-import-cycle-of-files',
      'Files in an import cycle, even of types alone, can only be understood together.',
      {},
      { circular: true },
    ),
    {
      ...rule(
        'no-import-cycle-of-folders',
        'Folders in an import cycle can only be understood together.',
        {},
        { circular: true },
      ),
      scope: 'folder',
    },
    ...LAYERS.slice(0, -1).map((layer, at) =>
      only(
        `${layer}-imports-lower-layers`,
        `^src/${layer}/`,
        `^src/(${LAYERS.slice(0, at + 1).join('|')})/`,
        `See src/${layer}/README.md.`,
      ),
    ),
    only(
      'contract-is-independent',
      '^src/api/contract/',
      '^src/(api/contract|lib)/',
      'The contract could be a separate package.',
    ),
    only(
      'embedded-postgres-is-independent',
      '^src/platform/embedded-postgres/',
      '^src/platform/embedded-postgres/',
      'The embedded database could be a separate package.',
    ),
    only(
      'postgres-is-independent',
      '^src/platform/postgres/',
      '^src/(platform/postgres|lib)/',
      'The database access could be a separate package; telemetry and cache depend on it.',
    ),
    only(
      'resources-are-independent',
      '^src/domain/(venues|organizers|terms|users|images)/',
      '^src/domain/($1|images|content|resource|transactions|context|access|generated)/|^src/(platform|lib)/',
      'A resource may import only what all resources share, and images, which belong to records.',
    ),
    only(
      'events-import-entry-points',
      '^src/domain/events/',
      '^src/domain/(venues|organizers|terms|series)/(index|[a-z]+\\.(entity|record|directory))\\.ts$|' +
        '^src/domain/(events|images|content|resource|transactions|context|access|generated)/|^src/(platform|lib)/',
      'Events import linked resources only through their index, entities and records.',
    ),
    only(
      'nodes-are-independent-of-resources',
      '^src/domain/nodes/',
      '^src/domain/(nodes|resource|context|generated)/|^src/(platform|lib)/',
      'The readers of types are passed in.',
    ),
    never(
      'domain-without-http',
      '^src/(domain|platform/(postgres|cache)|lib)/',
      HTTP,
      'A new API must not require changes in these layers.',
    ),
    only(
      'pages-and-feeds-use-operations',
      '^src/api/(pages|feeds)/',
      '^src/api/|^src/domain/(context|generated)/|^src/(platform/(telemetry|project-file)|lib)/',
      'Pages and feeds show the results of operations.',
    ),
    rule(
      'entities-outside-requests',
      'Commands read and write entities; decisions 27 and 28 have these exceptions.',
      {
        path: '^src/(transfer|app)/',
        pathNot: '^src/transfer/(backup/(backup|restore|tables)|import/stored|demo/index)\\.ts$',
      },
      { path: 'node_modules/kysely/' },
    ),
    never(
      'rest-uses-operations',
      '^src/api/rest/',
      `^src/domain/(${RESOURCES}|idempotency|content|transactions)/|^src/platform/(postgres|cache)/|${STORAGE}`,
      'REST must not depend on records and tables.',
    ),
  ],
  options: {
    // TypeScript 7 has no API for other programs. This parser reports type-only imports, too.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // Generated types, which import from the contract and from the records of all folders.
    exclude: { path: '^src/domain/generated/' },
  },
};
