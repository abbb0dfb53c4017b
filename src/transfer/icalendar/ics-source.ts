import { BadValue } from '../../lib/errors.ts';
import { property } from '../../lib/object.ts';
import { ImportError } from '../import/report.ts';
import type { SourceEntry, SourceRecord } from '../import/source.ts';
import { withTimeLimit } from '../import/time-limit.ts';
import { IcsComponent, readComponents } from './components.ts';
import { eventReader, recurrenceOf, startMoment } from './event.ts';
import { isSeriesWithin, type KeptSeries, keptSeries } from './recurrence.ts';
import { type Days, isWithin, seriesOf } from './series.ts';
import type { VenuesByLocation } from './texts.ts';
import { type Moment, occurrenceKey, TimeReader } from './time.ts';

interface IcsOptions {
  /** The zone of times without one. */
  readonly timezone: string;
  /** Between which occurrences of series are imported. */
  readonly days: Days;
  readonly venues: VenuesByLocation;
}

/** Whether an event is a series or belongs to one. */
const recurs = (component: IcsComponent): boolean =>
  ['rrule', 'rdate', 'recurrence-id'].some((name) => component.first(name) !== undefined);

/** Why a component cannot be read. @throws what is no matter of the file */
function reasonOf(error: unknown): string {
  if (error instanceof ImportError || error instanceof BadValue) return error.message;
  // Of Temporal, for sums that leave its years.
  if (property(error, 'name') === 'RangeError') return 'has times that no calendar has';
  throw error;
}

/** Reads the events of one file. */
class IcsReader {
  readonly #times: TimeReader;
  readonly #options: IcsOptions;
  /** Events that can only be read at the end of the file, by UID. */
  readonly #deferred = new Map<string, IcsComponent[]>();

  constructor(options: IcsOptions) {
    this.#options = options;
    this.#times = new TimeReader(options.timezone);
  }

  *read(component: IcsComponent): Generator<SourceEntry> {
    if (component.name === 'vtimezone') yield* this.#guarded(component, () => this.#define(component));
    else if (recurs(component) || !this.#times.knows(component)) this.#defer(component);
    else yield* this.#guarded(component, () => [this.#event(component)]);
  }

  *deferred(): Generator<SourceEntry> {
    for (const components of this.#deferred.values()) {
      const overrides = new Set(
        components.filter((component) => component.first('recurrence-id') !== undefined),
      );
      const replaced = new Set<string>();
      const kept: KeptSeries[] = [];
      const failed = new Set<IcsComponent>();
      for (const component of overrides)
        yield* this.#guarded(component, () => this.#noteReplaced(component, replaced), failed);
      for (const component of components)
        if (!overrides.has(component))
          yield* this.#guarded(component, () =>
            recurs(component) ? this.#series(component, replaced, kept) : [this.#event(component)],
          );
      for (const component of overrides)
        if (!failed.has(component)) yield* this.#guarded(component, () => this.#changed(component, kept));
    }
  }

  #define(component: IcsComponent): SourceEntry[] {
    this.#times.define(component);
    return [];
  }

  #defer(component: IcsComponent): void {
    const uid = component.text('uid') || `line ${component.line}`;
    const waiting = this.#deferred.get(uid);
    if (waiting) waiting.push(component);
    else this.#deferred.set(uid, [component]);
  }

  #event(component: IcsComponent): SourceRecord {
    return eventReader(this.#times, this.#options.venues, component)();
  }

  /** Notes the occurrence that an event replaces, by its key, or also by its day. */
  #noteReplaced(component: IcsComponent, replaced: Set<string>): SourceEntry[] {
    if (component.first('recurrence-id')?.[1].range !== undefined)
      throw new ImportError('changes all occurrences from one on (RANGE), which is not understood');
    const occurrence = recurrenceOf(this.#times, component);
    if (!occurrence) return [];
    replaced.add(occurrenceKey(occurrence));
    if (occurrence.utc === null) replaced.add(occurrence.local);
    return [];
  }

  /** A series, or its occurrences but those that the file replaces by events of their own. */
  #series(component: IcsComponent, replaced: ReadonlySet<string>, kept: KeptSeries[]): SourceEntry[] {
    const start = startMoment(this.#times, component);
    const { days, venues } = this.#options;
    const read = eventReader(this.#times, venues, component);
    const isReplaced = (moment: Moment): boolean =>
      replaced.has(occurrenceKey(moment)) || replaced.has(moment.local.slice(0, 10));
    const singles = (): SourceRecord[] => {
      const { starts, excluded } = seriesOf(this.#times, component, start, days);
      const canceled = excluded.map((moment) => {
        const event = read(moment);
        return { ...event, body: { ...event.body, status: 'trash' } };
      });
      return [...starts.filter((moment) => !isReplaced(moment)).map((moment) => read(moment)), ...canceled];
    };
    const series = keptSeries(this.#times, component, start, days);
    if (!series) return singles();
    if (!isSeriesWithin(series, days)) return [];
    kept.push(series);
    const { recurrence, exceptions, added } = series;
    const event = read();
    const rule = { timezone: start.zone, recurrence, recurrence_exceptions: exceptions };
    return [
      { ...event, body: { ...event.body, ...rule }, singles: () => withTimeLimit(singles) },
      ...added.filter((moment) => !isReplaced(moment)).map((moment) => read(moment)),
    ];
  }

  /** An event that replaces an occurrence of a series. */
  #changed(component: IcsComponent, kept: readonly KeptSeries[]): SourceEntry[] {
    const occurrence = recurrenceOf(this.#times, component);
    const event = this.#event(component);
    const start = occurrence && this.#planned(occurrence, kept);
    if (start) return [{ ...event, occurrence: { series: component.text('uid'), start } }];
    const { days } = this.#options;
    const isWanted =
      isWithin(startMoment(this.#times, component), days) ||
      (occurrence !== null && isWithin(occurrence, days));
    return isWanted ? [event] : [];
  }

  /** The planned start of what an event replaces; a day stands for what begins on it. */
  #planned(occurrence: Moment, kept: readonly KeptSeries[]): string | undefined {
    for (const { planned } of kept) {
      const start =
        planned.get(occurrenceKey(occurrence)) ??
        (occurrence.utc === null
          ? [...planned.values()].find((local) => local.startsWith(occurrence.local))
          : undefined);
      if (start !== undefined) return start;
    }
    return undefined;
  }

  /** What a component gives, or why it cannot be read; that is noted. */
  *#guarded(
    component: IcsComponent,
    read: () => SourceEntry[],
    failed?: Set<IcsComponent>,
  ): Generator<SourceEntry> {
    try {
      yield* withTimeLimit(read);
    } catch (error) {
      failed?.add(component);
      yield {
        kind: 'unreadable',
        at: `line ${component.line}`,
        what: component.text('summary').slice(0, 100),
        reason: reasonOf(error),
      };
    }
  }
}

/**
 * Reads the events of an iCalendar file (RFC 5545). Series, and events in a time zone that the file defines
 * behind them, come at the end.
 * @param lines of the file
 */
export async function* icsSource(
  lines: AsyncIterable<string>,
  options: IcsOptions,
): AsyncGenerator<SourceEntry> {
  const reader = new IcsReader(options);
  for await (const component of readComponents(lines)) {
    if (component instanceof IcsComponent) yield* reader.read(component);
    else
      yield {
        kind: 'unreadable',
        at: `line ${component.line}`,
        what: component.what,
        reason: 'is not valid iCalendar',
      };
  }
  yield* reader.deferred();
}
