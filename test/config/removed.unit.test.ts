import { removedSettings } from '../../src/app/config/removed.ts';

test('one warning names every removed setting that is set, and what replaces it', () => {
  expect(removedSettings({ BODY_MEMORY: '64MB', UNSENT_MEMORY: '64MB', PORT: '3000' })).toMatch(
    /^These settings no longer exist and change nothing\. BODY_MEMORY: .+\. UNSENT_MEMORY: .+\.$/,
  );
});

test('nothing is said where none is set', () => {
  expect(removedSettings({ BODY_MEMORY: '', PORT: '3000' })).toBeNull();
});
