import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express from 'express';
import type { Locator } from 'playwright-core';
import { startTestServer, type TestServer } from '../../support/service.ts';
import { copyExample, type Example } from '../example.ts';
import { findChromium, obstacles, type Visitor, visitor } from './chromium.ts';

const inBrowser = findChromium() ? describe : describe.skip;

/** The left and right edge of the visible area, in pixels. */
const edges = async (seen: Locator): Promise<{ left: number; right: number }> => {
  const { x = 0, width = 0 } = (await seen.boundingBox()) ?? {};
  return { left: x, right: x + width };
};

/** The page of `docs/examples`, on a separate site. */
inBrowser('FullCalendar', () => {
  let server: TestServer;
  let example: Example;
  let site: Server;
  let guest: Visitor;

  beforeAll(async () => {
    server = await startTestServer({
      env: { DEMO_DATA: 'true', MAX_PER_PAGE: '10', TIMEZONE: 'Europe/Rome' },
      clock: () => new Date('2031-03-14T12:00:00Z'),
    });
    const concert = (title: string, date: string) => ({
      title,
      start_date: `${date} 20:00`,
      end_date: `${date} 22:00`,
      timezone: 'America/New_York',
    });
    for (const event of [
      { title: 'Fair', start_date: '2031-05-20', end_date: '2031-05-21', all_day: true },
      concert('First night', '2031-05-06'),
      concert('Second night', '2031-05-07'),
      concert('Late show', '2031-06-11'),
    ])
      expect((await server.request('POST', '/events', event)).status).toBe(201);
    example = copyExample('fullcalendar');
    site = createServer(express().use(express.static(example.folder))).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const address = site.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    guest = await visitor(`http://127.0.0.1:${port}`);
  });

  afterAll(async () => {
    await guest?.leave();
    site?.close();
    example?.[Symbol.dispose]();
    await server?.stop();
  });

  test('shows the demo calendar: canceled events struck out, a color for each category', async () => {
    const page = await guest.open(`/?service=${server.url}&date=2031-03-22`);
    const seen = (title: string): Locator => page.locator('#calendar a').filter({ hasText: title }).first();
    const line = (title: string): Promise<string> =>
      seen(title).evaluate((link) => getComputedStyle(link).textDecorationLine);
    const colour = (title: string): Promise<string> =>
      seen(title).evaluate((link) => link.style.getPropertyValue('--fc-event-color'));
    await seen('Kite Day').waitFor();
    expect(await line('Kite Day')).toBe('line-through');
    expect(await line('Saturday Market')).toBe('none');
    const jazz = await colour('Monday Jazz Session');
    expect(jazz).toMatch(/^oklch/);
    expect(await colour('After Hours')).toBe(jazz);
    expect(await colour('Saturday Market')).not.toBe(jazz);
  });

  test('shows the events of a month, all pages, and then of the next', async () => {
    const page = await guest.open(`/?service=${server.url}&date=2031-05-01`, {
      timezoneId: 'America/Los_Angeles',
    });
    const seen = (title: string): Locator =>
      page.locator('#calendar').getByText(title, { exact: true }).first();
    const day = (date: string): Locator => page.locator(`[data-date="${date}"]`);
    await seen('Fair').waitFor();
    const [fair, first, last] = await Promise.all([
      edges(seen('Fair').locator('xpath=ancestor::a[1]')),
      edges(day('2031-05-20')),
      edges(day('2031-05-21')),
    ]);
    expect(fair.left).toBeGreaterThanOrEqual(first.left - 1);
    expect(fair.right).toBeGreaterThan(last.left + 10);
    expect(fair.right).toBeLessThanOrEqual(last.right + 1);
    // 20:00 in New York is the next morning in Rome, the zone of the site.
    const night = await edges(seen('Second night'));
    const { left, right } = await edges(day('2031-05-08'));
    expect([night.left >= left - 1, night.right <= right + 1]).toEqual([true, true]);
    expect(await seen('First night').count()).toBe(1);
    expect(await seen('Late show').count()).toBe(0);
    await page.getByRole('button', { name: /next/i }).click();
    await seen('Late show').waitFor();
    expect(await seen('Fair').count()).toBe(0);
    expect(guest.complaints.filter((line) => !line.includes(` asked ${server.url}/`))).toEqual([]);
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)(
    'at %d pixels, %s: nothing is obscured',
    async (width, colorScheme) => {
      const page = await guest.open(`/?service=${server.url}&date=2031-05-01`, {
        viewport: { width, height: 900 },
        colorScheme,
      });
      await page.locator('#calendar').getByText('Fair', { exact: true }).first().waitFor();
      // The accessible names of buttons and days omit their content; only FullCalendar could change that.
      expect(await obstacles(page, ['label-content-name-mismatch'])).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    },
    60_000,
  );
});
