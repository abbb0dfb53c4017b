/** Which floor and room may import from which; `npm run lint:rooms`. An exception stands here, with its reason. */

/** From the ground up; each may import from itself and from those before it. */
const FLOORS = ['lib', 'platform', 'domain', 'api', 'transfer', 'app'];
const RESOURCES = '(events|venues|organizers|terms|images|users)';
const HTTP = 'node_modules/(express|@apollo|@as-integrations|sofa-api|fets|cors|helmet|compression)/';
const STORAGE = 'node_modules/(@mikro-orm|kysely|pg)/';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
/** @returns a rule by which what is in `from` imports, of ours, nothing but `allowed` */
const only = (name, from, allowed, comment) =>
  rule(name, comment, { path: from }, { path: '^src/', pathNot: allowed });
const never = (name, from, to, comment) => rule(name, comment, { path: from }, { path: to });

export default {
  forbidden: [
    rule(
      'no-circle-of-files',
      'Files that import each other, also by types alone, can only be understood together.',
      {},
      { circular: true },
    ),
    { ...rule('no-circle-of-rooms', 'So can rooms.', {}, { circular: true }), scope: 'folder' },
    ...FLOORS.slice(0, -1).map((floor, at) =>
      only(
        `${floor}-imports-down`,
        `^src/${floor}/`,
        `^src/(${FLOORS.slice(0, at + 1).join('|')})/`,
        `See src/${floor}/README.md.`,
      ),
    ),
    only(
      'contract-is-pure',
      '^src/api/contract/',
      '^src/(api/contract|lib)/',
      'It could be a package of its own.',
    ),
    only(
      'embedded-postgres-is-alone',
      '^src/platform/embedded-postgres/',
      '^src/platform/embedded-postgres/',
      'It could be a package of its own.',
    ),
    only(
      'postgres-is-alone',
      '^src/platform/postgres/',
      '^src/(platform/postgres|lib)/',
      'It could be a package of its own; telemetry and cache build on it.',
    ),
    only(
      'resources-know-no-other',
      '^src/domain/(venues|organizers|terms|users|images)/',
      '^src/domain/($1|images|content|resource|transactions|context|access|generated)/|^src/(platform|lib)/',
      'A resource knows what all resources build on; images belong to records.',
    ),
    only(
      'events-know-doors',
      '^src/domain/events/',
      '^src/domain/(venues|organizers|terms|series|totals)/(index|[a-z]+\\.(entity|record))\\.ts$|' +
        '^src/domain/(events|images|content|resource|transactions|context|access|generated)/|^src/(platform|lib)/',
      'What an event is linked to is asked for at the door of its room; what it is, its record says.',
    ),
    only(
      'nodes-know-no-resource',
      '^src/domain/nodes/',
      '^src/domain/(nodes|resource|context|generated)/|^src/(platform|lib)/',
      'How a type is read is handed to them.',
    ),
    never(
      'domain-without-http',
      '^src/(domain|platform/(postgres|cache)|lib)/',
      HTTP,
      'One API more must not touch them.',
    ),
    only(
      'pages-and-feeds-ask-operations',
      '^src/api/(pages|feeds)/',
      '^src/api/|^src/domain/(context|generated)/|^src/(platform/(telemetry|project-file)|lib)/',
      'They show what operations answer.',
    ),
    rule(
      'entities-where-nobody-waits',
      'What is carried in and out is read by entities; decisions 27 and 28 have these exceptions.',
      {
        path: '^src/(transfer|app)/',
        pathNot: '^src/transfer/(backup/(backup|restore|tables)|import/stored|demo/index)\\.ts$',
      },
      { path: 'node_modules/kysely/' },
    ),
    never(
      'rest-asks-operations',
      '^src/api/rest/',
      `^src/domain/(${RESOURCES}|idempotency|content|transactions)/|^src/platform/(postgres|cache)/|${STORAGE}`,
      'It knows no record and no table.',
    ),
  ],
  options: {
    // TypeScript 7 has no API for others; what only types are imported for counts with this parser too.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // Made of the contract and of the records of all rooms: types only, without a place of their own.
    exclude: { path: '^src/domain/generated/' },
  },
};
