import { parallelWorkers, sharedBuffers } from '../../src/platform/embedded-postgres/settings.ts';

const GIB = 2 ** 30;

test.each([
  [0.5, '128MB'],
  [1, '128MB'],
  [4, '512MB'],
  [16, '2048MB'],
  [256, '2048MB'],
])('the embedded server may use an eighth of %d GiB for buffers, within bounds: %s', (gib, buffers) => {
  expect(sharedBuffers(gib * GIB)).toBe(buffers);
});

test.each([
  [1, '0'],
  [2, '1'],
  [3, '2'],
  [64, '2'],
])('on %d cores a statement of the embedded server gets %s workers', (cores, helpers) => {
  expect(parallelWorkers(cores)).toBe(helpers);
});
