import type { Event } from '../../../domain/generated/schema.ts';
import { type ShownTimes, type SiteClock, when } from './dates.ts';
import { type HtmlValue, html } from './html.ts';
import { statusBadge } from './status.ts';

type OtherDate = ShownTimes & Pick<Event, 'databaseId' | 'url'>;

export interface ShownSeries {
  readonly text: string;
  readonly occurrences: { readonly totalCount: number; readonly nodes: readonly OtherDate[] };
}

/** Maximum number of dates. One more is queried, because one may be that of the page. */
export const MAX_OTHER_DATES = 6;

/**
 * The recurrence of a series, and the next of its other dates; nothing for an event without a series.
 * @param own the event of the page, which is one of the dates unless it has ended
 */
export function otherDates(
  series: ShownSeries | null,
  own: { readonly id: number; readonly hasEnded: boolean },
  clock: SiteClock,
): HtmlValue {
  if (!series) return null;
  const { totalCount, nodes } = series.occurrences;
  const others = nodes.filter(({ databaseId }) => databaseId !== own.id);
  const shown = others.slice(0, MAX_OTHER_DATES);
  const more = totalCount - (own.hasEnded ? 0 : 1) - shown.length;
  const { words } = clock;
  return html`<section aria-labelledby="dates"><h2 id="dates">${words.text('event.otherDates')}</h2>
<p>${series.text}</p>${
    shown.length > 0 &&
    html`
<ul class="dates">${shown.map((event) => html`<li><a href="${event.url}">${when(event, clock)}</a>${statusBadge(event, clock)}</li>`)}</ul>`
  }${more > 0 && html`\n<p>${words.text('event.moreDates', { count: more })}</p>`}</section>
`;
}
