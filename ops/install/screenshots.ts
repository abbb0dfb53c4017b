import { fileURLToPath } from 'node:url';
import { visitor } from '../../test/clients/browser/chromium.ts';

/**
 * `npm run screenshots -- http://localhost:3000`: takes the pictures of README.md from a running demo, in light and
 * dark mode. Needs a Chromium, and the packages of `test/clients`.
 */
const [site = 'http://localhost:3000'] = process.argv.slice(2);
const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const guest = await visitor(site);
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await guest.open('/', {
      viewport: { width: 1120, height: 1010 },
      colorScheme,
    });
    await page.screenshot({ path: `${folder}events-${colorScheme}.png` });
  }
} finally {
  await guest.leave();
}
