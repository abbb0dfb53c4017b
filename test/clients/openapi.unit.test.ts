import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument } from '../../src/api/rest/describe/openapi/index.ts';
import { loadContract, OPTIONS, REVISIONS } from '../contract/load-contract.ts';

/**
 * Redocly's recommended rules; they check examples against their schemas too. Redocly treats `/venues/by-slug/events`
 * as a possible `/venues/{id}/events`, but ids are digits.
 */
const lint = async (document: unknown) =>
  (
    await lintFromString({
      source: JSON.stringify(document),
      config: await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } }),
    })
  ).map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);

test.each(REVISIONS)('Redocly finds nothing in the OpenAPI document of revision %s', async (revision) => {
  expect(await lint(openApiDocument(loadContract(revision), OPTIONS))).toEqual([]);
});

test('it finds an example that does not fit its schema', async () => {
  const document = structuredClone(openApiDocument(loadContract('B'), OPTIONS));
  const { components } = Object(document);
  components.examples.Event.value.id = 'seven';
  expect((await lint(document)).join()).toMatch(/`id` property type must be integer/);
});
