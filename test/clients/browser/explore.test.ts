import { eventually } from '../../support/eventually.ts';
import { basic, startTestServer, type TestServer } from '../../support/service.ts';
import { findChromium, obstacles, type Visitor, visitor } from './chromium.ts';
import { chooseTab, opened, runQuery, setHeaders, tryCreating } from './explore.ts';

/** The pages for developers, in a browser. */
const executable = findChromium();
if (!executable) console.info('No Chromium was found: the pages were not tried in a browser (see CHROMIUM).');
const inBrowser = executable ? describe : describe.skip;

inBrowser('in a browser', () => {
  const PASSWORD = 'abcd EFGH 1234 ijkl MNOP 5678';
  let server: TestServer;
  let guest: Visitor;

  beforeAll(async () => {
    server = await startTestServer({ env: { DEMO_DATA: 'true' } });
    guest = await visitor(server.url);
  });

  afterAll(async () => {
    await guest?.leave();
    await server?.stop();
  });

  const events = async (search: string): Promise<unknown> =>
    (
      await server.graphql('query ($search: String) { events(filter: { search: $search }) { totalCount } }', {
        search,
      })
    ).data;

  test('/docs: an example is sent with a login', async () => {
    const page = await guest.open('/docs');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    expect(await tryCreating(page, 'admin', PASSWORD)).toMatch(/^201/);
    // The page reports misspelled parameters.
    expect((await sent).headers().prefer).toBe('handling=strict');
    expect(guest.complaints).toEqual([]);
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)(
    '/docs at %d pixels, %s: nothing is obscured',
    async (width, colorScheme) => {
      const page = await guest.open('/docs', { viewport: { width, height: 900 }, colorScheme });
      await page
        .getByRole('heading', { name: 'Create an event' })
        .or(page.getByText('Calendar events').first())
        .first()
        .waitFor();
      expect(await obstacles(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(guest.complaints).toEqual([]);
    },
    60_000,
  );

  test('/docs: Enter in the search opens the first result, without an outline', async () => {
    const page = await guest.open('/docs');
    const section = page.getByRole('region', { name: 'Create an event', exact: true });
    await page.getByRole('button', { name: 'Open Search' }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Enter search query' }).fill('create event');
    await page.getByRole('option').first().filter({ hasText: 'Create an event' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs#tag/events/POST/events');
    await page.reload();
    await section.and(page.locator(':focus')).waitFor();
    expect(await section.evaluate((focused) => getComputedStyle(focused).outlineStyle)).toBe('none');
    expect(guest.complaints).toEqual([]);
  });

  test('/docs: required fields come first, then the order of the contract', async () => {
    const { components } = await (await fetch(`${server.rest}/doc`)).json();
    const { properties, required } = components.schemas.CreateEventInput;
    const page = await guest.open('/docs#tag/events/POST/events');
    const names = page
      .getByRole('region', { name: 'Create an event', exact: true })
      .locator('.request-body .property--level-1 .property-name');
    await names.nth(5).waitFor();
    const wanted = [...new Set([...required, ...Object.keys(properties)])];
    expect((await names.allInnerTexts()).slice(0, 6)).toEqual(wanted.slice(0, 6));
  });

  test('GraphiQL: the first tab returns a result at once', async () => {
    const page = await guest.open('/graphql');
    expect(await runQuery(page, '"totalCount"')).toContain('"startsAt"');
    expect(guest.complaints).toEqual([]);
  });

  test('GraphiQL: a reload shows the same tabs and the same active one', async () => {
    const page = await guest.open('/graphql');
    const tabs = page.getByRole('tab');
    const front = page.getByRole('tab', { selected: true });
    const stored = (part: string, text: string): Promise<boolean> =>
      eventually(`${part} is stored`, async () =>
        String(await page.evaluate(`localStorage['graphiql:${part}']`)).includes(text),
      );
    await stored('tabState', 'Upcoming');
    const names = await tabs.allInnerTexts();
    await page.reload();
    await opened(page);
    expect([await tabs.allInnerTexts(), await front.innerText()]).toEqual([names, names[0]]);
    await chooseTab(page, 'AnyRecord');
    await stored('query', 'AnyRecord');
    await stored('variables', '"id"');
    await page.reload();
    await opened(page);
    expect([await tabs.allInnerTexts(), await front.innerText()]).toEqual([names, names[2]]);
    expect(guest.complaints).toEqual([]);
  });

  test('GraphiQL: the tab for a venue shows its calendar', async () => {
    const page = await guest.open('/graphql');
    await chooseTab(page, 'OnePlace');
    expect(await runQuery(page, '"venue"')).toContain('"events"');
  });

  test('GraphiQL: the tab for nearby events finds events near a place', async () => {
    const page = await guest.open('/graphql');
    await chooseTab(page, 'Nearby');
    expect(await runQuery(page, '"data"')).toContain('"latitude"');
  });

  test('GraphiQL: the tab for any record finds it by its id', async () => {
    const page = await guest.open('/graphql');
    await chooseTab(page, 'AnyRecord');
    expect(await runQuery(page, '"data"')).toContain('"node"');
  });

  test('GraphiQL: the subscription tab receives changes while it is open', async () => {
    const { data } = await server.graphql('{ events(first: 1) { nodes { databaseId } } }');
    const [event] = Object(data?.events).nodes;
    const page = await guest.open('/graphql');
    await chooseTab(page, 'Changes');
    const told = runQuery(page, '"recordChanged"');
    // The subscription gives no sign when it is open: repeats a change until it arrives.
    let isTold = false;
    const changing = (async () => {
      for (let n = 1; !isTold && n < 60; n++) {
        await server.request('PATCH', `/events/${event.databaseId}`, { title: `Told ${n}` });
        await page.waitForTimeout(500);
      }
    })();
    expect(await told).toContain('"MODIFIED"');
    isTold = true;
    await changing;
    expect(guest.complaints).toEqual([]);
  });

  test('GraphiQL: the prepared mutation creates an event after the login was entered', async () => {
    const before = await events('River walk');
    const page = await guest.open('/graphql');
    await chooseTab(page, 'Create');
    await setHeaders(page, { Authorization: basic('admin', PASSWORD).authorization });
    expect(await runQuery(page, '"createEvent"')).toContain('"River walk"');
    expect(await events('River walk')).not.toEqual(before);
    expect(guest.complaints).toEqual([]);
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)(
    'GraphiQL at %d pixels, %s: nothing is obscured',
    async (width, colorScheme) => {
      const page = await guest.open('/graphql', { viewport: { width, height: 900 }, colorScheme });
      await page.locator('.mtk8, .mtk5').first().waitFor();
      await page.getByRole('tab').nth(3).waitFor();
      // Closable tabs contain two buttons each, by design of the editor.
      expect(await obstacles(page, ['nested-interactive'])).toEqual([]);
      expect(guest.complaints).toEqual([]);
    },
    60_000,
  );
});
