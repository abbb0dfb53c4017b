import { expect, jest, test } from '@jest/globals';
import { createRouter } from 'fets';

// A SOFA that makes no routes.
jest.unstable_mockModule('sofa-api', () => ({ useSofa: () => createRouter() }));
const { startWorld } = await import('./harness.ts');

test('without the routes of SOFA there is no REST', async () => {
  await expect(startWorld()).rejects.toThrow('SOFA has no route for Reading.listEvents');
});
