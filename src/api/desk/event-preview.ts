import { dryRun } from '../../domain/transactions/dry-run.ts';
import type { HtmlPage } from '../pages/html.ts';
import { type Html, html } from '../pages/public/html.ts';
import { type PageContent, renderPage } from '../pages/public/layout.ts';
import { MAX_OTHER_DATES } from '../pages/public/other-dates.ts';
import { DOCUMENTS } from '../pages/public/page-documents.ts';
import { eventContent } from '../pages/public/records.ts';
import type { Visit } from './desk.ts';
import type { StoredEvent } from './event-documents.ts';
import { hidden } from './fields.ts';
import { formAction } from './record-form.ts';
import { CREATIONS, UPDATES } from './records.ts';
import type { Typed } from './typed.ts';

/** The sentence that nothing is stored yet, and a form with all typed values to go back to the controls. */
const banner = (
  visit: Visit,
  typed: Typed,
): Html => html`<form class="notice" method="post" action="${formAction(visit)}" enctype="multipart/form-data">
${typed.entries.filter(([name]) => name !== 'do').map(([name, value]) => hidden(name, value))}<p role="status">${visit.words.text('desk.preview.notice')}</p>
<p class="buttons"><button name="do" value="edit">${visit.words.text('desk.preview.back')}</button> <button name="do" value="save">${visit.words.text('desk.save')}</button></p>
</form>
`;

/**
 * The page of an event as visitors will see it, with changes that are not stored: they are stored in a transaction
 * that is rolled back, and the page is made within it.
 * @param variables of the mutation, besides `by`
 * @throws ServiceError as storing the event
 */
export async function eventPreview(
  visit: Visit,
  typed: Typed,
  stored: StoredEvent | null,
  variables: Readonly<Record<string, unknown>>,
): Promise<HtmlPage> {
  const { context, runIn, site } = visit;
  const content = await dryRun(context, async (within): Promise<PageContent> => {
    const run = runIn(within);
    const { saved } = await (stored === null
      ? run(CREATIONS.event, variables)
      : run(UPDATES.event, { by: { databaseId: stored.databaseId }, ...variables }));
    const by = { databaseId: saved.record.databaseId };
    const dates = Math.min(MAX_OTHER_DATES + 1, context.settings.maxPerPage);
    return eventContent(site, await run(DOCUMENTS.event, { by, dates }), context.clock);
  });
  const { title, main } = content;
  return renderPage(site, { title, url: null, main: html`${banner(visit, typed)}${main}` });
}
