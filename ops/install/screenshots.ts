import { fileURLToPath } from 'node:url';
import { visitor } from '../../test/clients/browser/chromium.ts';

/**
 * `npm run screenshots -- http://localhost:3000 'PASSWORD'`: takes the pictures of README.md and docs/desk.md from a
 * running demo, in light and dark mode. The password is that of `admin`; without it, the pictures of the desk stay as
 * they are. Needs a Chromium, and the packages of `test/clients`.
 */
const [site = 'http://localhost:3000', password] = process.argv.slice(2);
const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const guest = await visitor(site);
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await guest.open('/', {
      viewport: { width: 1120, height: 1010 },
      colorScheme,
    });
    await page.screenshot({ path: `${folder}events-${colorScheme}.png` });
    if (password === undefined) continue;
    await page.goto(`${site}/desk`);
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Application password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Monday Jazz Session' }).first().click();
    await page.locator('trix-editor').waitFor();
    await page.screenshot({ path: `${folder}desk-${colorScheme}.png` });
  }
} finally {
  await guest.leave();
}
