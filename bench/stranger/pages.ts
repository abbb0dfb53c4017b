import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Newcomer } from './newcomer.ts';

/** A browser, and what its pages complained of or asked elsewhere. */
export interface Visit {
  readonly complaints: string[];
  page(path: string): Promise<Page>;
  end(): Promise<void>;
}

/** @param executable a Chromium @param pictures folder for screenshots */
export async function visit({ url }: Newcomer, executable: string): Promise<Visit> {
  const browser: Browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox'] });
  const context: BrowserContext = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  context.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url))
      complaints.push(`asked ${request.url()}`);
  });
  return {
    complaints,
    async page(path) {
      const page = await context.newPage();
      await page.goto(`${url}${path}`);
      return page;
    },
    end: () => browser.close(),
  };
}

/**
 * `/docs`: logs in, and tries the example of `POST /events` as it stands there. @returns the status that the
 * page shows
 */
export async function tryCreating(
  visiting: Visit,
  { project }: Newcomer,
  password: string,
  pictures: string,
): Promise<string> {
  const page = await visiting.page('/docs');
  await page.getByRole('button', { name: 'Authorize' }).click();
  const basic = page.locator('.auth-container', { hasText: 'basicAuth' });
  await basic.getByLabel('auth-basic-username').fill('admin');
  await basic.getByLabel('auth-basic-password').fill(password);
  await basic.getByRole('button', { name: 'Apply credentials' }).click();
  await page.locator('.modal-ux').getByRole('button', { name: 'Close' }).last().click();
  const operation = page.locator('#operations-Events-createEvent');
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  const status = operation.locator('.live-responses-table .response-col_status').last();
  await status.waitFor();
  await page.screenshot({ path: join(pictures, 'docs.png') });
  return `${(await status.innerText()).trim()}${project === '' ? '?' : ''}`;
}

const MUTATION =
  'mutation { createEvent(input: { title: "From GraphiQL", startDate: "tomorrow 9am", endDate: "tomorrow 10am" }) { title } }';

/** GraphiQL: a mutation with the header that the console printed. @returns what its answer shows */
export async function tryMutation(
  visiting: Visit,
  { authorization }: Newcomer,
  pictures: string,
): Promise<string> {
  const page = await visiting.page('/graphql');
  const editor = page
    .locator('.graphiql-query-editor .monaco-editor, .graphiql-query-editor .cm-content')
    .first();
  await editor.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(MUTATION);
  await page.getByRole('button', { name: 'Headers' }).click();
  const headers = page
    .locator('.graphiql-editor-tool .monaco-editor:visible, .graphiql-editor-tool .cm-content:visible')
    .first();
  await headers.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(JSON.stringify({ Authorization: authorization }));
  await page.getByRole('button', { name: /Execute query/ }).click();
  const answer = page.locator('.graphiql-response');
  await answer.getByText('From GraphiQL').first().waitFor({ timeout: 15_000 });
  await page.screenshot({ path: join(pictures, 'graphiql.png') });
  return answer.innerText();
}
