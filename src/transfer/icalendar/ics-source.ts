import { BadValue } from '../../lib/errors.ts';
import { property } from '../../lib/object.ts';
import { ImportError } from '../import/report.ts';
import type { SourceEntry, SourceRecord } from '../import/source.ts';
import { WorkTime } from '../import/time-limit.ts';
import { IcsComponent, readComponents } from './components.ts';
import { eventReader, recurrenceOf, startMoment } from './event.ts';
import {
  type DayRange,
  isWithin,
  plannedStart,
  type StorableSeries,
  singleOccurrences,
  storableSeries,
} from './series.ts';
import type { VenuesByLocation } from './texts.ts';
import { type Moment, occurrenceKey, TimeReader } from './time.ts';

interface IcsOptions {
  /** The zone of times without a zone. */
  readonly timezone: string;
  readonly days: DayRange;
  readonly venues: VenuesByLocation;
  readonly workTime?: WorkTime | undefined;
}

/** Whether an event is a series or belongs to one. */
const isRecurring = (component: IcsComponent): boolean =>
  ['rrule', 'rdate', 'recurrence-id'].some((name) => component.first(name) !== undefined);

/** Why a component cannot be read. @throws errors that the file did not cause */
function reasonOf(error: unknown): string {
  if (error instanceof ImportError || error instanceof BadValue) return error.message;
  // Temporal throws it for results beyond its years.
  if (property(error, 'name') === 'RangeError') return 'has times outside the calendar';
  throw error;
}

/** An event that replaces an occurrence of a series. */
interface Override {
  readonly component: IcsComponent;
  readonly occurrence: Moment | null;
}

class IcsReader {
  readonly #times: TimeReader;
  readonly #options: IcsOptions;
  readonly #workTime: WorkTime;
  /** Events to read at the end of the file, by UID. */
  readonly #deferred = new Map<string, IcsComponent[]>();

  constructor(options: IcsOptions, workTime: WorkTime) {
    this.#options = options;
    this.#workTime = workTime;
    this.#times = new TimeReader(options.timezone);
  }

  /** Yields the entries of a component, or an unreadable entry with the reason. */
  *#guarded(component: IcsComponent, read: () => SourceEntry[]): Generator<SourceEntry> {
    try {
      yield* this.#workTime.run(read);
    } catch (error) {
      yield {
        kind: 'unreadable',
        at: `line ${component.line}`,
        what: component.text('summary').slice(0, 100),
        reason: reasonOf(error),
      };
    }
  }

  *read(component: IcsComponent): Generator<SourceEntry> {
    if (component.name === 'vtimezone')
      yield* this.#guarded(component, () => {
        this.#times.define(component);
        return [];
      });
    else if (isRecurring(component) || !this.#times.knows(component))
      this.#deferred
        .getOrInsertComputed(component.text('uid') || `line ${component.line}`, () => [])
        .push(component);
    else yield* this.#guarded(component, () => [this.#reader(component)()]);
  }

  *deferred(): Generator<SourceEntry> {
    for (const components of this.#deferred.values()) {
      const isOverride = (component: IcsComponent): boolean => component.first('recurrence-id') !== undefined;
      const overrides: Override[] = [];
      const series: StorableSeries[] = [];
      for (const component of components.filter(isOverride))
        yield* this.#guarded(component, () => {
          overrides.push(this.#override(component));
          return [];
        });
      for (const component of components.filter((one) => !isOverride(one)))
        yield* this.#guarded(component, () =>
          isRecurring(component) ? this.#series(component, overrides, series) : [this.#reader(component)()],
        );
      for (const override of overrides)
        yield* this.#guarded(override.component, () => this.#overriding(override, series));
    }
  }

  #reader(component: IcsComponent): (start?: Moment) => SourceRecord {
    return eventReader(this.#times, this.#options.venues, component);
  }

  #override(component: IcsComponent): Override {
    if (component.first('recurrence-id')?.[1].range !== undefined)
      throw new ImportError('changes an occurrence and all later ones (RANGE), which is not supported');
    return { component, occurrence: recurrenceOf(this.#times, component) };
  }

  /** A series, or its occurrences that no override replaces. @param storable collects series */
  #series(
    component: IcsComponent,
    overrides: readonly Override[],
    storable: StorableSeries[],
  ): SourceEntry[] {
    const start = startMoment(this.#times, component);
    const { days } = this.#options;
    const read = this.#reader(component);
    const replaced = new Set(
      overrides.flatMap(({ occurrence }) => (occurrence ? occurrenceKey(occurrence) : [])),
    );
    // A day replaces every occurrence that starts on it.
    const isReplaced = (moment: Moment): boolean =>
      replaced.has(occurrenceKey(moment)) || replaced.has(moment.local.slice(0, 10).replaceAll('-', ''));
    const readAll = (moments: readonly Moment[]): SourceRecord[] =>
      moments.filter((moment) => !isReplaced(moment)).map((moment) => read(moment));
    const singles = (): SourceRecord[] => {
      const { starts, excluded } = singleOccurrences(this.#times, component, start, days);
      const canceled = excluded.map((moment) => read(moment));
      return [
        ...readAll(starts),
        ...canceled.map((event) => ({ ...event, body: { ...event.body, status: 'trash' } })),
      ];
    };
    const series = storableSeries(this.#times, component, start, days);
    if (!series) return singles();
    const { recurrence, exceptions, added, planned } = series;
    if (![...planned.values(), ...added].some((moment) => isWithin(moment, days))) return [];
    storable.push(series);
    const event = read();
    const rule = { timezone: start.zone, recurrence, recurrence_exceptions: exceptions };
    return [
      { ...event, body: { ...event.body, ...rule }, asSingleEvents: () => this.#workTime.run(singles) },
      ...readAll(added),
    ];
  }

  #overriding({ component, occurrence }: Override, series: readonly StorableSeries[]): SourceEntry[] {
    const event = this.#reader(component)();
    const planned = occurrence && this.#planned(occurrence, series);
    if (planned)
      return [{ ...event, occurrence: { series: component.text('uid'), start: plannedStart(planned) } }];
    const { days } = this.#options;
    const moments = [startMoment(this.#times, component), ...(occurrence ? [occurrence] : [])];
    return moments.some((moment) => isWithin(moment, days)) ? [event] : [];
  }

  /** The planned occurrence that an event replaces; a day matches an occurrence that starts on it. */
  #planned(occurrence: Moment, series: readonly StorableSeries[]): Moment | undefined {
    const isOnDay = ({ local }: Moment): boolean =>
      occurrence.utc === null && local.startsWith(occurrence.local);
    return series
      .map(({ planned }) => planned.get(occurrenceKey(occurrence)) ?? [...planned.values()].find(isOnDay))
      .find((moment) => moment !== undefined);
  }
}

/**
 * Reads the events of an iCalendar file (RFC 5545). Series, and events whose time zone the file defines later, come
 * last.
 */
export async function* icsSource(
  lines: AsyncIterable<string>,
  options: IcsOptions,
): AsyncGenerator<SourceEntry> {
  const { workTime = new WorkTime() } = options;
  const reader = new IcsReader(options, workTime);
  for await (const component of readComponents(lines, workTime)) {
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
