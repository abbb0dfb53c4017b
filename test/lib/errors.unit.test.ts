import * as kinds from '../../src/lib/kinds.ts';
import { replacing } from '../support/replacing.ts';

test('messages about a new kind of records use its plural', async () => {
  const importing = replacing(import.meta.resolve('../../src/lib/kinds.ts'), {
    RECORD_KINDS: [...kinds.RECORD_KINDS, 'series'],
    PLURALS: { ...kinds.PLURALS, series: 'series' },
  });
  const { ERRORS } = await importing<{ ERRORS: object }>(import.meta.resolve('../../src/lib/errors.ts'));
  expect(ERRORS).toMatchObject({
    'event-archive-page-not-found': [404, 'The list of events has no such page.'],
    'series-archive-page-not-found': [404, 'The list of series has no such page.'],
    'series-not-found': [404, 'There is no series with this id or slug.'],
  });
});
