import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Other places than `errors.ts` with statuses of failures, and the reasons. */
const KNOWN: Readonly<Record<string, string>> = {
  'src/api/rest/describe/openapi/change-feed.ts':
    'describes the statuses of the change feed, and of receivers of webhooks',
  'src/domain/migrations/20261123200000-long-events.ts': 'the status of an erased response, in a trigger',
  'src/lib/errors.ts': 'the single table',
  'src/api/desk/import.ts': 'sentences of a page, by status',
  'src/api/desk/index.ts': 'sentences of pages, by status',
  'src/api/pages/public/failure.ts': 'titles of pages, by status',
  'src/api/pages/public/router.ts': 'a list without its invalid filters: no error page, but 400',
  'src/api/rest/describe/openapi/responses.ts': 'describes the statuses of routes',
  'src/api/rest/describe/openapi/description-routes.ts':
    'describes the statuses of the index and the OpenAPI document',
  'src/platform/telemetry/metrics.ts': 'a separate server for Prometheus',
};

/** A status of a failure: a number from 400 to 599 next to a word of HTTP, or as the key of a table. */
const STATUS = /(?:status|code|writeHead)\W.*\b[45]\d\d\b|^\s*[45]\d\d:/i;
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => path.endsWith('.ts'));

const withStatuses = files.filter((path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .some((line) => !COMMENT.test(line) && STATUS.test(line)),
);

test('failures have their status from the table of errors', () => {
  expect(withStatuses).toEqual(Object.keys(KNOWN).sort());
});
