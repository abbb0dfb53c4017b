/** Which room may import from which; `npm run lint:rooms`. An exception stands here, with its reason. */

const RESOURCES = '(events|venues|organizers|terms|images|users)';
/** What every resource builds on. */
const GROUND =
  '(records|access|kernel|database|memory|writing|generated)/|^src/(context|request|errors)\\.ts$';
const HTTP = 'node_modules/(express|@apollo|@as-integrations|sofa-api|fets|cors|helmet|compression)/';
const STORAGE = 'node_modules/(@mikro-orm|kysely|pg)/';

/** @returns a rule by which what is in `from` imports, of ours, nothing but `allowed` */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^src/', pathNot: allowed },
});
const never = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: to },
});

export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Files that import each other, also by types alone, can only be understood together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    only('contract-is-pure', '^src/api/contract/', '^src/api/contract/', 'It could be a package of its own.'),
    only('kernel-is-pure', '^src/lib/', '^src/(kernel/|errors\\.ts$)', 'Helpers that know nothing of us.'),
    only(
      'embedded-is-alone',
      '^src/platform/embedded-postgres/',
      '^src/platform/embedded-postgres/',
      'A PostgreSQL that knows nothing of us.',
    ),
    only(
      'resource-ground',
      '^src/(venues|organizers|terms|users|images)/',
      `^src/$1/|^src/domain/images/|^src/${GROUND}`,
      'A resource knows what all resources build on, and no other resource; images belong to records.',
    ),
    only(
      'events-ground',
      '^src/domain/events/',
      `^src/(events|images)/|^src/(venues|organizers|terms)/(index|[a-z]+\\.(entity|record))\\.ts$|^src/${GROUND}`,
      'What an event is linked to is asked for at the door of its room; what it is, its record says.',
    ),
    only(
      'records-ground',
      '^src/domain/content/',
      `^src/domain/images/|^src/${GROUND}`,
      'What resources share knows none of them; images belong to records.',
    ),
    only(
      'database-ground',
      '^src/platform/postgres/',
      // Its statements are counted, what it cannot answer has a code, and who asks for much waits in turn.
      '^src/(database|telemetry)/|^src/(errors|kernel/semaphore)\\.ts$',
      'Entities are handed in.',
    ),
    only(
      'idempotency-ground',
      '^src/domain/idempotency/',
      `^src/domain/idempotency/|^src/${GROUND}`,
      'It keeps answers of whatever is asked.',
    ),
    only(
      'pages-ground',
      '^src/api/pages/',
      '^src/(pages|http|kernel|generated)/|^src/(context|errors)\\.ts$',
      'Pages ask operations, and show what they are given.',
    ),
    only(
      'feeds-ground',
      '^src/api/feeds/',
      '^src/(feeds|rest|graphql|http|kernel|telemetry|generated)/|^src/(context|errors)\\.ts$',
      'Feeds ask operations, and read what was sent as REST does.',
    ),
    never(
      'resources-without-http',
      `^src/${RESOURCES}/|^src/(records|database|access|kernel)/`,
      HTTP,
      'One face more must not touch them.',
    ),
    never(
      'rest-without-records',
      '^src/api/rest/',
      `^src/(${RESOURCES}|idempotency|records|database|memory|writing)/|${STORAGE}`,
      'REST asks operations.',
    ),
  ],
  options: {
    // TypeScript 7 has no API for others; what only types are imported for counts with this parser too.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
  },
};
