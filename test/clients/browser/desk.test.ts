import type { BrowserContextOptions, Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { startTestServer, type TestServer } from '../../support/service.ts';
import { DESK_LOGIN, kindsOfDeskPages } from '../kinds-of-pages.ts';
import { findChromium, hindrances, type Visitor, visitor } from './chromium.ts';

/** The desk, in a browser: with and without scripts, by mouse and by keyboard. */
const executable = findChromium();
if (!executable) console.info('No Chromium was found: the desk was not tried in a browser (see CHROMIUM).');
const inBrowser = executable ? describe : describe.skip;

inBrowser('the desk in a browser', () => {
  let server: TestServer;
  let guest: Visitor;

  beforeAll(async () => {
    server = await startTestServer({
      env: { DEMO_DATA: 'true' },
      clock: () => new Date('2031-03-14T12:00:00Z'),
    });
    guest = await visitor(server.url);
  });
  afterAll(async () => {
    await guest?.leave();
    await server?.stop();
  });

  const heading = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();
  const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save', exact: true }).click();
  const read = async (search: string): Promise<Record<string, unknown>[]> =>
    (await (await server.request('GET', `/events?search=${encodeURIComponent(search)}&per_page=50`)).json())
      .events;

  /** Signs in, and opens a path. */
  async function signedIn(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await guest.open(`/desk/sign-in?to=${encodeURIComponent(path)}`, options);
    await page.locator('[name=login]').fill(DESK_LOGIN.login);
    await page.locator('[name=password]').fill(DESK_LOGIN.password);
    await page.locator('main form button').click();
    await page.waitForURL(`${server.url}${path}`);
    return page;
  }
  /** Sets a value as a browser in any language does. */
  const set = (page: Page, name: string, value: string): Promise<void> =>
    page.locator(`[name=${name}]`).fill(value);

  /**
   * Selects the end of a typed text. On a busy machine the editor draws the text after the keys for the selection, and
   * loses it.
   */
  async function selectTyped(
    page: Page,
    typed: string,
    keys: string,
    range: [number, number],
  ): Promise<void> {
    await page.locator('trix-editor', { hasText: typed }).waitFor();
    // The policy of the page refuses a condition that the browser checks by itself.
    const isSelected = `String(document.querySelector('trix-editor').editor.getSelectedRange()) === '${range}'`;
    await eventually(`${keys} selects the end of ${typed}`, async () => {
      await page.keyboard.press('End');
      await page.keyboard.press(keys);
      return page.evaluate<boolean>(isSelected);
    });
  }

  /** A new course every Monday, with a picture and one exception. */
  async function fillCourse(page: Page, title: string): Promise<void> {
    await set(page, 'title', title);
    await set(page, 'date', '2031-04-07');
    await set(page, 'time', '18:00');
    await set(page, 'endTime', '20:00');
    await page.getByText('Repetition', { exact: true }).click();
    await page.getByLabel('Repeats').selectOption('weekly');
    await page.getByLabel('Ends', { exact: true }).selectOption('after a number of dates');
    await set(page, 'count', '4');
    await set(page, 'exceptions', '2031-04-21');
    const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } });
    await page.locator('[name=picture]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    await set(page, 'alt', 'A screen');
  }

  test('a weekly course with a picture and an exception; one date is canceled', async () => {
    const page = await signedIn('/desk/events/new');
    await fillCourse(page, 'Clay course');
    await page.getByRole('button', { name: 'Show dates' }).click();
    expect(await page.locator('.dates li').count()).toBe(3);
    // The picture was stored with the first request.
    expect(
      await page.locator('.thumbnail img').evaluate((image) => image.getBoundingClientRect().width),
    ).toBe(160);
    await save(page);
    await page.getByRole('status').getByText('Saved.').waitFor();
    const dates = await read('Clay course');
    expect(dates.map(({ start_date }) => start_date)).toEqual([
      '2031-04-07 18:00:00',
      '2031-04-14 18:00:00',
      '2031-04-28 18:00:00',
    ]);
    expect(dates[0]).toMatchObject({
      recurrence: 'FREQ=WEEKLY;COUNT=4',
      image: { width: expect.any(Number) },
    });

    await page.goto(`${server.url}/desk/events?search=Clay`);
    await page.getByRole('link', { name: 'Cancel event' }).nth(1).click();
    await page.getByLabel('Reason').fill('The kiln is broken');
    await page.getByRole('button', { name: 'Cancel event' }).click();
    await page.getByRole('status').getByText('Marked as canceled.').waitFor();
    const states = (await read('Clay course')).map(({ event_status, event_status_reason }) => [
      event_status,
      event_status_reason,
    ]);
    expect(states.map(([status]) => status)).toEqual(['scheduled', 'canceled', 'scheduled']);
    expect(states[1]).toEqual(['canceled', 'The kiln is broken']);
    expect(guest.complaints).toEqual([]);
  });

  test('a venue is corrected', async () => {
    const page = await signedIn('/desk/venues');
    await page.locator('.card h3 a').first().click();
    const name = await page.getByLabel('Name', { exact: true }).inputValue();
    await page.getByLabel('Address', { exact: true }).fill('Quay 12');
    await save(page);
    await page.getByRole('status').getByText('Saved.').waitFor();
    const { venues } = await (
      await server.request('GET', `/venues?search=${encodeURIComponent(name)}`)
    ).json();
    expect(venues[0].address).toBe('Quay 12');
    expect(guest.complaints).toEqual([]);
  });

  test('a file is imported after a preview', async () => {
    const page = await signedIn('/desk/import');
    const text = 'title,start_date,end_date\nHarbor swim,2031-06-01 10:00,2031-06-01 12:00\n';
    const file = { name: 'summer.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.getByLabel('File').setInputFiles(file);
    await page.getByRole('button', { name: 'Show preview' }).click();
    expect(await heading(page)).toBe('Preview: summer.csv');
    expect(await read('Harbor swim')).toEqual([]);
    await page.getByRole('button', { name: 'Import now' }).click();
    expect(await heading(page)).toBe('The import is complete');
    expect(await read('Harbor swim')).toHaveLength(1);
    expect(guest.complaints).toEqual([]);
  });

  test('by keyboard: sign-in, and a new event', async () => {
    const page = await guest.open('/desk');
    /** Presses Tab until the control has the focus. */
    const reach = async (name: string): Promise<void> => {
      const wanted = page.locator(name);
      for (let n = 0; n < 80; n++) {
        if (await wanted.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`${name} cannot be reached with the keyboard`);
    };
    await reach('[name=login]');
    await page.keyboard.type(DESK_LOGIN.login);
    await page.keyboard.press('Tab');
    await page.keyboard.type(DESK_LOGIN.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/desk/events');
    await reach('main a[href$="/desk/events/new"]');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/desk/events/new');
    await page.locator('trix-editor').waitFor();
    await reach('[name=title]');
    await page.keyboard.type('By keyboard');
    await reach('[name=date]');
    await page.keyboard.type('05012031');
    await reach('[name=time]');
    await page.keyboard.type('0700PM');
    await reach('[name=endTime]');
    await page.keyboard.type('0900PM');
    await reach('trix-editor');
    await page.keyboard.type('Plain, bold');
    await selectTyped(page, 'Plain, bold', 'Control+Shift+ArrowLeft', [7, 11]);
    await page.keyboard.press('Control+b');
    await page.locator('trix-toolbar [aria-pressed=true]').waitFor();
    await reach('button[value=save]:visible');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Saved.').waitFor();
    expect(await read('By keyboard')).toMatchObject([
      { start_date: '2031-05-01 19:00:00', description: '<p>Plain, <strong>bold</strong></p>' },
    ]);
    expect(guest.complaints).toEqual([]);
  });

  test('without scripts everything works', async () => {
    const page = await signedIn('/desk/events/new', { javaScriptEnabled: false });
    await fillCourse(page, 'Without scripts');
    await set(page, 'description', '<p>As <strong>HTML</strong></p>');
    await save(page);
    await page.getByRole('status').getByText('Saved.').waitFor();
    expect(await read('Without scripts')).toHaveLength(3);
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await heading(page)).toBe('Sign in');
  });

  test('the editor leaves a text as it is until it is edited, and any text that it cannot hold', async () => {
    const make = async (title: string, description: string): Promise<string> => {
      const fields = { title, description, start_date: '2031-05-02 10:00', end_date: '2031-05-02 11:00' };
      const { id } = await (await server.request('POST', '/events', fields)).json();
      return `/desk/events/${id}`;
    };
    const text = '<div>One<br>two <b>three</b></div><ul><li>x</li></ul>';
    const page = await signedIn(await make('Simple text', text));
    const area = page.locator('textarea[name=description]');
    const editor = page.locator('trix-editor');
    await editor.waitFor();
    await page.getByRole('button', { name: 'Bold' }).waitFor();
    expect(await area.inputValue()).toBe(text.replace('<br>', '<br />'));
    await page.getByText('Text', { exact: true }).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Zero ');
    await page.locator('trix-editor', { hasText: 'Zero One' }).waitFor();
    expect(await area.inputValue()).toContain('Zero One');
    page.once('dialog', (dialog) => dialog.dismiss());
    const leaving = new Promise<string>((tell) => page.once('dialog', (dialog) => tell(dialog.type())));
    await page.getByRole('link', { name: 'Venues' }).click({ noWaitAfter: true });
    expect(await leaving).toBe('beforeunload');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await area.inputValue()).toBe(text.replace('<br>', '<br />'));

    const rich = await signedIn(await make('Rich text', '<h2>Part</h2><p>Text</p>'));
    expect(await rich.locator('textarea[name=description]').inputValue()).toBe('<h2>Part</h2><p>Text</p>');
    await rich.getByText('Edit it as HTML here.').waitFor();
    expect(await rich.locator('trix-editor').count()).toBe(0);
    expect(guest.complaints).toEqual([]);
  });

  test('the editor completes the address of a link', async () => {
    const page = await signedIn('/desk/events/new');
    await page.locator('trix-editor').click();
    await page.keyboard.type('Ferry');
    await selectTyped(page, 'Ferry', 'Shift+Home', [0, 5]);
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByLabel('Address of the link').waitFor();
    expect(await hindrances(page)).toEqual([]);
    await page.keyboard.type('example.org/ferry');
    await page.keyboard.press('Enter');
    await page.locator('trix-editor a').waitFor();
    expect(await page.locator('textarea[name=description]').inputValue()).toBe(
      '<p><a href="https://example.org/ferry">Ferry</a></p>',
    );
  });

  test('the form of an event shows only what its choices need', async () => {
    const page = await signedIn('/desk/events/new');
    await page.getByText('Repetition', { exact: true }).click();
    const isShown = (name: string): Promise<boolean> => page.locator(`#${name}`).isVisible();
    expect([await isShown('time'), await isShown('weekdays'), await isShown('count')]).toEqual([
      true,
      false,
      false,
    ]);
    await page.getByLabel('Whole days').check();
    await page.getByLabel('Repeats').selectOption('weekly');
    expect([await isShown('time'), await isShown('weekdays'), await isShown('count')]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('a page with errors leads to each field', async () => {
    const page = await signedIn('/desk/events/new');
    await set(page, 'title', 'No day');
    await save(page);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('errors');
    await page.locator('#errors').getByRole('link', { name: 'First day' }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('date');
    expect(await page.locator('[name=title]').inputValue()).toBe('No day');
    expect(await hindrances(page)).toEqual([]);
    guest.complaints.length = 0;
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('at %d pixels, %s: nothing hinders on any kind of page', async (width, colorScheme) => {
    const page = await signedIn('/desk/account', { viewport: { width, height: 900 }, colorScheme });
    const signIn = await guest.open('/desk/sign-in', { viewport: { width, height: 900 }, colorScheme });
    expect(await hindrances(signIn)).toEqual([]);
    for (const path of await kindsOfDeskPages(server)) {
      const response = await page.goto(`${server.url}${path}`);
      expect([path, response?.status()]).toEqual([path, path.endsWith('nothing-here') ? 404 : 200]);
      if (await page.locator('textarea[data-editor]').count()) await page.waitForTimeout(50);
      for (const folded of await page.locator('form.record details').all())
        await folded.evaluate((element) => element.setAttribute('open', ''));
      expect([path, await hindrances(page)]).toEqual([path, []]);
      expect([path, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([
        path,
        true,
      ]);
    }
    guest.complaints.length = 0;
  });
});

inBrowser('the desk in German', () => {
  test('its pages, errors and sentences are German', async () => {
    const server = await startTestServer({
      env: { LOCALE: 'de', TIMEZONE: 'Europe/Berlin' },
      clock: () => new Date('2031-03-14T12:00:00Z'),
    });
    const guest = await visitor(server.url);
    try {
      const page = await guest.open('/desk', { locale: 'de-DE' });
      await page.getByLabel('Benutzername').fill(DESK_LOGIN.login);
      await page.getByLabel('Anwendungspasswort').fill('falsch');
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await page.getByText('Benutzername oder Passwort ist falsch.').waitFor();
      await page.getByLabel('Anwendungspasswort').fill(DESK_LOGIN.password);
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await page.getByRole('link', { name: 'Neue Veranstaltung' }).first().click();
      await page.getByRole('button', { name: 'Speichern' }).click();
      await page.getByText('Bitte korrigieren').waitFor();
      await page.getByLabel('Titel').fill('Töpferkurs');
      await page.getByLabel('Erster Tag').fill('2031-05-01');
      await page.getByLabel('Ganztägig').check();
      await page.getByRole('button', { name: 'Speichern' }).click();
      await page.getByText('Gespeichert.').waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      expect(await page.locator('main').innerText()).not.toMatch(/\b(the|save|cancel|event|day)\b/i);
    } finally {
      await guest.leave();
      await server.stop();
    }
  });
});
