import { BadValue } from '../../lib/errors.ts';
import { property } from '../../lib/object.ts';
import { ImportError } from '../import/report.ts';
import type { SourceEntry } from '../import/source-records.ts';
import { withTimeLimit } from '../import/time-limit.ts';
import { IcsComponent, readComponents } from './components.ts';
import { eventReader, recurrenceOf, startMoment } from './event.ts';
import { type Days, isWithin, seriesOf } from './series.ts';
import type { VenuesByLocation } from './texts.ts';
import { occurrenceKey, TimeReader } from './time.ts';

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
      for (const component of overrides)
        yield* this.#guarded(component, () => {
          for (const key of this.#replacedBy(component)) replaced.add(key);
          return this.#changed(component);
        });
      for (const component of components)
        if (!overrides.has(component))
          yield* this.#guarded(component, () =>
            recurs(component) ? this.#series(component, replaced) : [this.#event(component)],
          );
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

  #event(component: IcsComponent): SourceEntry {
    return eventReader(this.#times, this.#options.venues, component)();
  }

  /** The occurrence that an event replaces, by its key, or also by its day. */
  #replacedBy(component: IcsComponent): string[] {
    const occurrence = recurrenceOf(this.#times, component);
    if (!occurrence) return [];
    return [occurrenceKey(occurrence), ...(occurrence.utc === null ? [occurrence.local] : [])];
  }

  /** The occurrences of a series, except those that the file replaces by events of their own. */
  #series(component: IcsComponent, replaced: ReadonlySet<string>): SourceEntry[] {
    const start = startMoment(this.#times, component);
    const { starts, excluded } = seriesOf(this.#times, component, start, this.#options.days);
    const read = eventReader(this.#times, this.#options.venues, component);
    const cancelled = excluded.map((moment) => {
      const event = read(moment);
      return { ...event, input: { ...event.input, status: 'trash' as const } };
    });
    return [
      ...starts
        .filter((moment) => !replaced.has(occurrenceKey(moment)) && !replaced.has(moment.local.slice(0, 10)))
        .map((moment) => read(moment)),
      ...cancelled,
    ];
  }

  /** An event that replaces an occurrence of a series. */
  #changed(component: IcsComponent): SourceEntry[] {
    if (component.first('recurrence-id')?.[1].range !== undefined)
      throw new ImportError('changes all occurrences from one on (RANGE), which is not understood');
    const occurrence = recurrenceOf(this.#times, component);
    const { days } = this.#options;
    const isWanted =
      isWithin(startMoment(this.#times, component), days) ||
      (occurrence !== null && isWithin(occurrence, days));
    return isWanted ? [this.#event(component)] : [];
  }

  *#guarded(component: IcsComponent, read: () => SourceEntry[]): Generator<SourceEntry> {
    try {
      yield* withTimeLimit(read);
    } catch (error) {
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
