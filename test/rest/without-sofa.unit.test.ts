import { createRouter } from 'fets';
import { replacing } from '../support/replacing.ts';

// A SOFA that makes no routes.
const importing = replacing('sofa-api', { useSofa: () => createRouter() });

test('without the routes of SOFA there is no REST', async () => {
  const { startRest } = await importing<typeof import('./harness.ts')>(import.meta.resolve('./harness.ts'));
  await expect(startRest()).rejects.toThrow('SOFA has no route for Reading.listEvents');
});
