import { removedSettings } from '../../src/app/config/removed.ts';

test('one warning names every removed setting that is set, and its replacement', () => {
  expect(removedSettings({ BODY_MEMORY: '64MB', UNSENT_MEMORY: '64MB', PORT: '3000' })).toMatch(
    /^These settings no longer exist and have no effect\. BODY_MEMORY: .+\. UNSENT_MEMORY: .+\.$/,
  );
});

test('without removed settings there is no warning', () => {
  expect(removedSettings({ BODY_MEMORY: '', PORT: '3000' })).toBeNull();
});
