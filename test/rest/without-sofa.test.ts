import { expect, jest, test } from '@jest/globals';
import { createRouter } from 'fets';

// A SOFA that makes no routes.
jest.unstable_mockModule('sofa-api', () => ({ useSofa: () => createRouter() }));
const { startRest } = await import('./harness.ts');

test('without the routes of SOFA there is no REST', async () => {
  await expect(startRest()).rejects.toThrow('SOFA has no route for Reading.listEvents');
});
