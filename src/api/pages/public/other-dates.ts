import { type ShownTimes, type SiteClock, when } from './dates.ts';
import { type HtmlValue, html } from './html.ts';
import { struck } from './status.ts';

/** An event of a series, as the page of another one shows it. */
type OtherDate = ShownTimes & { readonly id: number; readonly url: string };

/** The series of an event. */
export interface ShownSeries {
  /** When it repeats, in words. */
  readonly text: string;
  readonly occurrences: { readonly total: number; readonly nodes: readonly OtherDate[] };
}

/** How many dates a page shows. One more is read, which may be that of the page. */
export const DATES = 6;

/** When the series of an event repeats, and the next of its other dates; nothing for an event by itself. */
export function otherDates(series: ShownSeries | null, id: number, clock: SiteClock): HtmlValue {
  if (!series) return null;
  const { total, nodes } = series.occurrences;
  const others = nodes.filter((event) => event.id !== id);
  const shown = others.slice(0, DATES);
  const more = total - (nodes.length - others.length) - shown.length;
  return html`<section aria-labelledby="dates"><h2 id="dates">Other dates</h2>
<p>${series.text}</p>${
    shown.length > 0 &&
    html`
<ul class="dates">${shown.map((event) => html`<li><a href="${event.url}">${struck(event, when(event, clock))}</a></li>`)}</ul>`
  }${more > 0 && html`\n<p>and ${more} more</p>`}</section>
`;
}
