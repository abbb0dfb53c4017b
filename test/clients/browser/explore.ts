import type { Page } from 'playwright-core';

/** `/docs`: logs in, and sends the example of `POST /events` unchanged. @returns the displayed status */
export async function tryCreating(page: Page, login: string, password: string): Promise<string> {
  await page.locator('[data-placeholder=janedoe]').first().click();
  await page.keyboard.type(login);
  await page.locator('input[placeholder="********"]').first().fill(password);
  await page.locator('a[href$="#tag/events"]').first().click();
  const operation = page.getByRole('button', { name: 'post /events' }).first();
  await operation.scrollIntoViewIfNeeded();
  await operation.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send' }).first().click();
  const status = dialog.getByText(/^\s*[1-5]\d\d\s/).first();
  await status.waitFor();
  return (await status.innerText()).trim();
}

/** GraphiQL: waits until its query and its fonts are loaded. */
export async function opened(page: Page): Promise<void> {
  await page.locator('.graphiql-query-editor [class*=mtk]').first().waitFor();
  await page.evaluate('document.fonts.ready.then(() => null)');
}

/** GraphiQL: selects a tab with one click. */
export async function chooseTab(page: Page, name: string): Promise<void> {
  await opened(page);
  await page.getByRole('tab', { name }).getByText(name).click();
  await page.getByRole('tab', { name, selected: true }).waitFor();
}

/** GraphiQL: runs the query in the editor. @returns its result once it contains the text */
export async function runQuery(page: Page, text: string): Promise<string> {
  await page.getByRole('button', { name: /Execute query/ }).click();
  const answer = page.locator('.graphiql-response');
  await answer.getByText(text).first().waitFor();
  // The editor shows non-breaking spaces.
  return (await answer.innerText()).replaceAll('\u00a0', ' ');
}

/** GraphiQL: replaces the prepared headers. */
export async function setHeaders(page: Page, headers: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: 'Headers' }).click();
  const editor = page.locator('.graphiql-editor-tool .monaco-editor:visible', { hasText: 'Authorization' });
  await editor.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(JSON.stringify(headers));
  // The editor adds closing brackets while text is entered.
  await page.keyboard.press('Control+Shift+End');
  await page.keyboard.press('Delete');
}
