import { createRouter } from 'fets';
import { replacing } from '../support/replacing.ts';

// A SOFA without routes.
const importing = replacing('sofa-api', { useSofa: () => createRouter() });

test('without the routes of SOFA REST does not start', async () => {
  const { startRest } = await importing<typeof import('./harness.ts')>(import.meta.resolve('./harness.ts'));
  await expect(startRest()).rejects.toThrow('SOFA has no route for Reading.listEvents');
});
