import { BadValue } from '../../lib/errors.ts';
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
  readonly places: VenuesByLocation;
}

/** Whether an event is a series or belongs to one. */
const recurs = (part: IcsComponent): boolean =>
  ['rrule', 'rdate', 'recurrence-id'].some((name) => part.first(name) !== undefined);

/** Why a part cannot be read. @throws what is no matter of the file */
function reasonOf(error: unknown): string {
  if (error instanceof ImportError || error instanceof BadValue) return error.message;
  // Of Temporal, for sums that leave its years.
  if (Reflect.get(Object(error), 'name') === 'RangeError') return 'has times that no calendar has';
  throw error;
}

/** Reads the events of one file. */
class IcsReader {
  readonly #clocks: TimeReader;
  readonly #options: IcsOptions;
  /** Events that can only be read at the end of the file, by UID. */
  readonly #waiting = new Map<string, IcsComponent[]>();

  constructor(options: IcsOptions) {
    this.#options = options;
    this.#clocks = new TimeReader(options.timezone);
  }

  *read(part: IcsComponent): Generator<SourceEntry> {
    if (part.name === 'vtimezone') yield* this.#told(part, () => this.#define(part));
    else if (recurs(part) || !this.#clocks.knows(part)) this.#wait(part);
    else yield* this.#told(part, () => [this.#event(part)]);
  }

  *rest(): Generator<SourceEntry> {
    for (const parts of this.#waiting.values()) {
      const changed = new Set(parts.filter((part) => part.first('recurrence-id') !== undefined));
      const replaced = new Set<string>();
      for (const part of changed)
        yield* this.#told(part, () => {
          for (const key of this.#replacedBy(part)) replaced.add(key);
          return this.#changed(part);
        });
      for (const part of parts)
        if (!changed.has(part))
          yield* this.#told(part, () => (recurs(part) ? this.#series(part, replaced) : [this.#event(part)]));
    }
  }

  #define(part: IcsComponent): SourceEntry[] {
    this.#clocks.define(part);
    return [];
  }

  #wait(part: IcsComponent): void {
    const uid = part.text('uid') || `line ${part.line}`;
    const known = this.#waiting.get(uid);
    if (known) known.push(part);
    else this.#waiting.set(uid, [part]);
  }

  #event(part: IcsComponent): SourceEntry {
    return eventReader(this.#clocks, this.#options.places, part)();
  }

  /** The occurrence that an event replaces, by its key, or also by its day. */
  #replacedBy(part: IcsComponent): string[] {
    const occurrence = recurrenceOf(this.#clocks, part);
    if (!occurrence) return [];
    return [occurrenceKey(occurrence), ...(occurrence.utc === null ? [occurrence.local] : [])];
  }

  /** The occurrences of a series, except those that the file replaces by events of their own. */
  #series(part: IcsComponent, replaced: ReadonlySet<string>): SourceEntry[] {
    const start = startMoment(this.#clocks, part);
    const { starts, left } = seriesOf(this.#clocks, part, start, this.#options.days);
    const read = eventReader(this.#clocks, this.#options.places, part);
    const gone = left.map((moment) => {
      const event = read(moment);
      return { ...event, input: { ...event.input, status: 'trash' as const } };
    });
    return [
      ...starts
        .filter((moment) => !replaced.has(occurrenceKey(moment)) && !replaced.has(moment.local.slice(0, 10)))
        .map((moment) => read(moment)),
      ...gone,
    ];
  }

  /** An event that replaces an occurrence of a series. */
  #changed(part: IcsComponent): SourceEntry[] {
    if (part.first('recurrence-id')?.[1].range !== undefined)
      throw new ImportError('changes all occurrences from one on (RANGE), which is not understood');
    const occurrence = recurrenceOf(this.#clocks, part);
    const { days } = this.#options;
    const isWanted =
      isWithin(startMoment(this.#clocks, part), days) || (occurrence !== null && isWithin(occurrence, days));
    return isWanted ? [this.#event(part)] : [];
  }

  *#told(part: IcsComponent, read: () => SourceEntry[]): Generator<SourceEntry> {
    try {
      yield* withTimeLimit(read);
    } catch (error) {
      yield {
        kind: 'unreadable',
        at: `line ${part.line}`,
        what: part.text('summary').slice(0, 100),
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
  for await (const part of readComponents(lines)) {
    if (part instanceof IcsComponent) yield* reader.read(part);
    else
      yield { kind: 'unreadable', at: `line ${part.line}`, what: part.what, reason: 'is no valid iCalendar' };
  }
  yield* reader.rest();
}
