import type { Event } from '../../../domain/generated/schema.ts';
import { type ShownTimes, type SiteClock, when } from './dates.ts';
import { type HtmlValue, html } from './html.ts';
import { struck } from './status.ts';

/** An event of a series, as the page of another one shows it. */
type OtherDate = ShownTimes & Pick<Event, 'databaseId' | 'url'>;

/** The series of an event. */
export interface ShownSeries {
  /** When it repeats, in words. */
  readonly text: string;
  readonly occurrences: { readonly totalCount: number; readonly nodes: readonly OtherDate[] };
}

/** How many dates a page shows. One more is read, which may be that of the page. */
export const DATES = 6;

/** When the series of an event repeats, and the next of its other dates; nothing for an event by itself. */
export function otherDates(series: ShownSeries | null, id: number, clock: SiteClock): HtmlValue {
  if (!series) return null;
  const { totalCount, nodes } = series.occurrences;
  const others = nodes.filter(({ databaseId }) => databaseId !== id);
  const shown = others.slice(0, DATES);
  const more = totalCount - (nodes.length - others.length) - shown.length;
  return html`<section aria-labelledby="dates"><h2 id="dates">Other dates</h2>
<p>${series.text}</p>${
    shown.length > 0 &&
    html`
<ul class="dates">${shown.map((event) => html`<li><a href="${event.url}">${struck(event, when(event, clock))}</a></li>`)}</ul>`
  }${more > 0 && html`\n<p>and ${more} more</p>`}</section>
`;
}
