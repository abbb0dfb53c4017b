import type { Context } from '../context.ts';
import { BroughtRecords } from './bring-record.ts';
import { BroughtTerms } from './bring-term.ts';
import { nameOf } from './find-record.ts';
import { Known } from './known.ts';
import type { Operations } from './operations.ts';
import { ownOrigin } from './origin.ts';
import type { OfSource } from './records.ts';
import { Refused, type Report } from './report.ts';
import { type Item, type RunOptions, run } from './run.ts';

/** As much of a title or name as a report tells, in characters. */
const LONGEST = 100;

export interface BringOptions extends RunOptions {
  /** That of the calendar's public address, if it has one and the source is not another one of that host. */
  host?: string | null | undefined;
}

/**
 * Brings in the records of a source by the operations of the API. What is here already is changed where it
 * differs, so a second run changes nothing, and one after an interruption goes on (docs/decisions/0046).
 */
export async function bring(
  context: Context,
  operations: Operations,
  source: AsyncIterable<OfSource> | Iterable<OfSource>,
  { host, ...options }: BringOptions = {},
): Promise<Report> {
  const known = new Known();
  const terms = new BroughtTerms(operations);
  const records = new BroughtRecords(operations, known, terms);
  async function* items(): AsyncGenerator<Item> {
    for await (const one of source) {
      const { kind, at } = one;
      if (one.kind === 'unread')
        yield { kind, at, what: one.what, store: () => Promise.reject(new Refused(one.reason)) };
      else if (one.kind === 'category' || one.kind === 'tag')
        yield { kind, at, what: one.input.name.slice(0, LONGEST), store: (part) => terms.store(part, one) };
      else yield { kind, at, what: nameOf(one).slice(0, LONGEST), store: (part) => records.store(part, one) };
    }
  }
  return run(
    context,
    {
      begin: async ({ em, db }) => known.load(db, [await ownOrigin(em), ...(host ? [host] : [])]),
      items,
      rest: () => records.rest(),
    },
    options,
  );
}
