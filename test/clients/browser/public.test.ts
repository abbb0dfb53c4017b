import type { Page } from 'playwright-core';
import { startTestServer, type TestServer } from '../../support/service.ts';
import { kindsOfPages } from '../kinds-of-pages.ts';
import { findChromium, hindrances, type Visitor, visitor } from './chromium.ts';

/** The public pages, in a browser. */
const executable = findChromium();
if (!executable) console.info('No Chromium was found: the pages were not tried in a browser (see CHROMIUM).');
const inBrowser = executable ? describe : describe.skip;

inBrowser('in a browser', () => {
  let server: TestServer;
  let guest: Visitor;
  let paths: readonly string[];
  let event: {
    url: string;
    slug: string;
    json_ld: unknown;
    venue: { url: string };
    organizer: [{ url: string }];
  };

  beforeAll(async () => {
    server = await startTestServer({
      env: { DEMO_DATA: 'true' },
      clock: () => new Date('2031-03-14T12:00:00Z'),
    });
    guest = await visitor(server.url);
    const { events } = await (await fetch(`${server.rest}/events?per_page=1`)).json();
    event = await (await fetch(`${server.rest}/events/${events[0].id}`)).json();
    paths = await kindsOfPages(server);
  });

  afterAll(async () => {
    await guest?.leave();
    await server?.stop();
  });

  const heading = async (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();

  test('from the start page to an event, and to its venue', async () => {
    const page = await guest.open('/');
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Events' }).click();
    expect(await heading(page)).toBe('Upcoming events');
    const first = page.locator('.card h3 a').first();
    const title = await first.innerText();
    await first.click();
    expect(await heading(page)).toContain(title);
    await page.locator('.place a').first().click();
    expect(await page.getByRole('heading', { name: 'Upcoming events' }).count()).toBe(1);
    expect(guest.complaints).toEqual([]);
  });

  test('months follow each other, and link to their days', async () => {
    const page = await guest.open('/events/?view=month');
    expect(await heading(page)).toBe('March 2031');
    await page.getByRole('link', { name: 'April →' }).click();
    expect(await heading(page)).toBe('April 2031');
    await page.getByRole('link', { name: '← March' }).click();
    expect(await page.locator('td[aria-current=date] time').getAttribute('datetime')).toBe('2031-03-14');
    await page.getByRole('link', { name: 'Thursday 20 March' }).click();
    expect(new URL(page.url()).search).toBe('?view=day&date=2031-03-20');
    expect(await heading(page)).toBe('Thursday, 20 March 2031');
    expect(guest.complaints).toEqual([]);
  });

  test('an event of several days is one bar over all of them, on a phone one entry', async () => {
    const page = await guest.open('/events/?view=month');
    const bar = page.locator('.bar[class*=span-]:not(.span-1)').first();
    const days = Number(/span-(\d)/.exec((await bar.getAttribute('class')) ?? '')?.[1]);
    const [cell, shown] = [await page.locator('td.day').first().boundingBox(), await bar.boundingBox()];
    expect(Math.round(((shown?.width ?? 0) + 10) / (cell?.width ?? 1))).toBe(days);
    for (const one of await page.locator('.bar').all()) {
      const box = await one.boundingBox();
      const sheet = await page.locator('.sheet').boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((sheet?.x ?? 0) + (sheet?.width ?? 0));
    }
    await page.setViewportSize({ width: 390, height: 900 });
    expect(await page.locator('.lane:visible').count()).toBe(0);
    expect(await bar.locator('.long').innerText()).toMatch(/until \w+/);
  });

  test('on a phone the month begins with today, and opens the days before', async () => {
    const page = await guest.open('/events/?view=month', { viewport: { width: 390, height: 844 } });
    const firstDay = (): Promise<string | null> =>
      page.locator('td.day:visible time').first().getAttribute('datetime');
    expect(await firstDay()).toBe('2031-03-14');
    const earlier = page.getByText('Earlier this month');
    await earlier.focus();
    await page.keyboard.press('Enter');
    expect(await firstDay()).toMatch(/^2031-03-0/);
    await page.emulateMedia({ media: 'print' });
    expect([await earlier.isVisible(), await firstDay()]).toEqual([false, '2031-03-01']);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1280, height: 900 });
    expect([await earlier.isVisible(), await firstDay()]).toEqual([false, '2031-03-01']);
    expect(guest.complaints).toEqual([]);
  });

  test('the first event is within the first screen of a phone, with its picture', async () => {
    const page = await guest.open('/events/', { viewport: { width: 390, height: 844 } });
    const card = await page.locator('.card').first().boundingBox();
    expect((card?.y ?? 844) + (card?.height ?? 0)).toBeLessThan(844);
    const image = await page.locator('.thumb img').first().boundingBox();
    expect((image?.width ?? 0) / (image?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  });

  test('a list finds words, page by page', async () => {
    const page = await guest.open('/events/');
    await page.getByRole('searchbox', { name: 'Search events' }).fill('jazz');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await heading(page)).toBe('Upcoming events matching “jazz”');
    const { total } = await (await fetch(`${server.rest}/events?search=jazz&search_linked=true`)).json();
    expect(total).toBeGreaterThan(0);
    expect(await page.locator('.count').innerText()).toMatch(new RegExp(`^${total} event`));
    await page.goto(`${server.url}/events/`);
    await page.getByRole('link', { name: 'More events' }).click();
    expect(await page.locator('.count').innerText()).toContain('page 2 of');
    expect(guest.complaints).toEqual([]);
  });

  test('the linked data of an event is that of the API', async () => {
    const page = await guest.open(`/event/${event.slug}/`);
    const text = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(text ?? 'null')).toEqual(event.json_ld);
  });

  test('a list is filtered, and a filter removed again, with the keyboard alone', async () => {
    const page = await guest.open('/events/');
    await page.getByText('Filters', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Category').selectOption({ label: 'Jazz' });
    await page.getByLabel('Featured only').focus();
    await page.keyboard.press('Enter');
    const chip = page.getByRole('list', { name: 'Active filters' }).getByRole('link');
    await chip.waitFor();
    expect(await chip.allInnerTexts()).toEqual([expect.stringContaining('Category: Jazz')]);
    const count = await page.locator('.count').innerText();
    const { total } = await (await fetch(`${server.rest}/events?categories=jazz`)).json();
    expect(count).toMatch(new RegExp(`^${total} event`));
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Month' }).click();
    await page.waitForURL('**/events/?view=month&category=jazz');
    await chip.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/events/?view=month');
    expect(guest.complaints).toEqual([]);
  });

  test('the menus for calendars and sharing open with the keyboard, one at a time', async () => {
    const page = await guest.open(new URL(event.url).pathname);
    await page.getByText('Add to calendar', { exact: true }).focus();
    await page.keyboard.press('Enter');
    const google = page.getByRole('link', { name: 'Google Calendar' });
    await page.keyboard.press('Tab');
    expect(await google.evaluate((link) => link.matches(':focus'))).toBe(true);
    const share = page.getByText('Share', { exact: true });
    await share.focus();
    await page.keyboard.press('Enter');
    expect(await google.isVisible()).toBe(false);
    await page.keyboard.press('Tab');
    expect(await page.locator('input:focus').inputValue()).toBe(event.url);
    expect(guest.complaints).toEqual([]);
  });

  test('a printed page has the events, and no controls', async () => {
    const page = await guest.open('/events/');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.card').first().isVisible()).toBe(true);
    for (const part of ['.tools', '.top', '.pager', 'footer'])
      expect([part, await page.locator(part).first().isVisible()]).toEqual([part, false]);
    await page.goto(event.url);
    for (const row of await page.locator('.facts dd').all())
      expect((await row.innerText()).trim()).not.toBe('');
  });

  test.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)(
    'at %d pixels, %s: axe finds no problem on any page, and nothing is wider than the screen',
    async (width, colorScheme) => {
      const page = await guest.open('/', { viewport: { width, height: 900 }, colorScheme });
      for (const path of paths) {
        await page.goto(server.url + path);
        const menus = page.locator('.menu summary');
        for (const menu of await menus.all()) {
          await menu.click();
          expect([path, await hindrances(page)]).toEqual([path, []]);
        }
        if ((await menus.count()) === 0) expect([path, await hindrances(page)]).toEqual([path, []]);
        expect([path, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([
          path,
          true,
        ]);
      }
      await page.context().close();
      // The browser itself logs missing pages and errors.
      const complaints = guest.complaints.splice(0);
      expect(complaints.filter((text) => !/status of 40[04]/.test(text))).toEqual([]);
    },
  );
});
