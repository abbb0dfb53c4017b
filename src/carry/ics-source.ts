import { BadValue } from '../errors.ts';
import { eventOfPart, recurrenceOf, startMoment } from './ics-event.ts';
import { Part, readParts } from './ics-parts.ts';
import { type Days, isWithin, seriesOf } from './ics-series.ts';
import type { Places } from './ics-texts.ts';
import { Clocks, occurrenceKey } from './ics-time.ts';
import type { OfSource } from './records.ts';
import { Refused } from './report.ts';

interface IcsOptions {
  /** The zone of times without one. */
  readonly timezone: string;
  /** Between which occurrences of series are imported. */
  readonly days: Days;
  readonly places: Places;
}

/** Whether an event is a series or belongs to one. */
const recurs = (part: Part): boolean =>
  ['rrule', 'rdate', 'recurrence-id'].some((name) => part.first(name) !== undefined);

/** Reads the events of one file. */
class IcsReader {
  readonly #clocks: Clocks;
  readonly #options: IcsOptions;
  /** Events that can only be read at the end of the file, by UID. */
  readonly #waiting = new Map<string, Part[]>();

  constructor(options: IcsOptions) {
    this.#options = options;
    this.#clocks = new Clocks(options.timezone);
  }

  *read(part: Part): Generator<OfSource> {
    if (part.name === 'vtimezone') this.#clocks.define(part);
    else if (recurs(part) || !this.#clocks.knows(part)) this.#wait(part);
    else yield* this.#told(part, () => [this.#event(part)]);
  }

  *rest(): Generator<OfSource> {
    for (const parts of this.#waiting.values()) {
      const changed = parts.filter((part) => part.first('recurrence-id') !== undefined);
      for (const part of parts) {
        if (changed.includes(part)) yield* this.#told(part, () => this.#changed(part));
        else if (recurs(part)) yield* this.#told(part, () => this.#series(part, changed));
        else yield* this.#told(part, () => [this.#event(part)]);
      }
    }
  }

  #wait(part: Part): void {
    const uid = part.text('uid') || `line ${part.line}`;
    const known = this.#waiting.get(uid);
    if (known) known.push(part);
    else this.#waiting.set(uid, [part]);
  }

  #event(part: Part): OfSource {
    return eventOfPart(this.#clocks, this.#options.places, part);
  }

  /** The occurrences of a series, except those that the file replaces by events of their own. */
  #series(part: Part, changed: readonly Part[]): OfSource[] {
    const start = startMoment(this.#clocks, part);
    const own = new Set(
      changed.flatMap((one) => {
        const occurrence = recurrenceOf(this.#clocks, one);
        return occurrence ? [occurrenceKey(occurrence), occurrence.utc === null ? occurrence.wall : ''] : [];
      }),
    );
    const { starts, left } = seriesOf(this.#clocks, part, start, this.#options.days);
    const { places } = this.#options;
    const gone = left.map((moment) => {
      const event = eventOfPart(this.#clocks, places, part, moment);
      return { ...event, input: { ...event.input, status: 'trash' as const } };
    });
    return [
      ...starts
        .filter((moment) => !own.has(occurrenceKey(moment)) && !own.has(moment.wall.slice(0, 10)))
        .map((moment) => eventOfPart(this.#clocks, places, part, moment)),
      ...gone,
    ];
  }

  /** An event that replaces an occurrence of a series. */
  #changed(part: Part): OfSource[] {
    if (part.first('recurrence-id')?.[1].range !== undefined)
      throw new Refused('changes all occurrences from one on (RANGE), which is not understood');
    const occurrence = recurrenceOf(this.#clocks, part);
    const { days } = this.#options;
    const isWanted =
      isWithin(startMoment(this.#clocks, part), days) || (occurrence !== null && isWithin(occurrence, days));
    return isWanted ? [this.#event(part)] : [];
  }

  *#told(part: Part, read: () => OfSource[]): Generator<OfSource> {
    try {
      yield* read();
    } catch (error) {
      if (!(error instanceof Refused || error instanceof BadValue)) throw error;
      yield {
        kind: 'unread',
        at: `line ${part.line}`,
        what: part.text('summary').slice(0, 100),
        reason: error.message,
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
): AsyncGenerator<OfSource> {
  const reader = new IcsReader(options);
  for await (const part of readParts(lines)) {
    if (part instanceof Part) yield* reader.read(part);
    else yield { kind: 'unread', at: `line ${part.line}`, what: part.what, reason: 'is no valid iCalendar' };
  }
  yield* reader.rest();
}
