import type { Page } from 'playwright-core';

/** `/docs`: logs in, and tries the example of `POST /events` as it stands there. @returns the status it shows */
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

/** GraphiQL: chooses one of its tabs. */
export async function chooseTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name });
  // Tabs move while the page opens, and a click may miss them.
  for (let tries = 0; tries < 20 && (await tab.getAttribute('aria-selected')) !== 'true'; tries++) {
    await tab.getByText(name).click();
    await page.waitForTimeout(250);
  }
}

/** GraphiQL: runs what is in the editor. @returns its answer once it shows the text */
export async function runQuery(page: Page, text: string): Promise<string> {
  await page.getByRole('button', { name: /Execute query/ }).click();
  const answer = page.locator('.graphiql-response');
  await answer.getByText(text).first().waitFor();
  // The editor shows blanks that do not break.
  return (await answer.innerText()).replaceAll('\u00a0', ' ');
}

/** GraphiQL: replaces the headers that are prepared. */
export async function setHeaders(page: Page, headers: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: 'Headers' }).click();
  const editor = page.locator('.graphiql-editor-tool .monaco-editor:visible', { hasText: 'Authorization' });
  await editor.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(JSON.stringify(headers));
  // The editor adds the brackets that it misses while text comes in.
  await page.keyboard.press('Control+Shift+End');
  await page.keyboard.press('Delete');
}
