import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** A Chromium of this machine: `CHROMIUM`, else the first one on the path. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [process.env.CHROMIUM ?? '', ...places].find((path) => path !== '' && existsSync(path));
}

/** Chromium's own services must not use the network. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Visitor {
  /** A page in a new window without stored state. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Console errors of pages, and requests to other hosts. */
  readonly complaints: string[];
  leave(): Promise<void>;
}

/** @param site address of a service, such as `http://127.0.0.1:3000` */
export async function visitor(site: string, executable = findChromium()): Promise<Visitor> {
  if (executable === undefined) throw new Error('no Chromium was found; name one with CHROMIUM');
  const browser = await chromium.launch({ executablePath: executable, args: QUIET });
  const complaints: string[] = [];
  return {
    complaints,
    async open(path, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${path}: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(`${path}: ${error.message}`));
      page.on('request', (request) => {
        const isOwn = request.url().startsWith(`${site}/`) || /^(data|blob):/.test(request.url());
        if (!isOwn) complaints.push(`${path} asked ${request.url()}`);
      });
      await page.goto(`${site}${path}`);
      return page;
    },
    leave: () => browser.close(),
  };
}

const isResults = (value: unknown): value is AxeResults =>
  typeof value === 'object' && value !== null && 'violations' in value;

type Violations = AxeResults['violations'];

/** axe's findings on a page. */
async function violations(page: Page): Promise<Violations> {
  // Bypasses the page's policy, which allows only its own scripts.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe.source });
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'axe.run(document, { resultTypes: ["violations"] })',
    awaitPromise: true,
    returnByValue: true,
  });
  if (!isResults(result.value)) throw new Error('axe gave no results');
  return result.value.violations;
}

/** As `rule: element (why)`. */
const inWords = (found: Violations): string[] =>
  found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} (${any.map(({ message }) => message).join('; ')})`),
  );

/** All accessibility problems of a page, as `rule: element (why)`. */
export const hindrances = async (page: Page): Promise<string[]> => inWords(await violations(page));

/** Serious and critical accessibility problems of a page. */
export async function obstacles(page: Page, ignored: readonly string[] = []): Promise<string[]> {
  const found = await violations(page);
  return inWords(
    found.filter(
      ({ impact, id }) => (impact === 'serious' || impact === 'critical') && !ignored.includes(id),
    ),
  );
}
