import type { Context } from '../../domain/context/context.ts';
import { BroughtRecords } from './bring-record.ts';
import { BroughtTerms } from './bring-term.ts';
import { withEmails } from './emails.ts';
import { nameOfRecord } from './find-record.ts';
import { Known } from './known.ts';
import type { Operations } from './operations.ts';
import { ownOrigin } from './origin.ts';
import type { OfSource } from './records.ts';
import { Refused, type Report } from './report.ts';
import { type Item, type RunOptions, runImport } from './run.ts';

/** A report shows so many characters of a title or name. */
const LONGEST = 100;

interface BringOptions extends RunOptions {
  /**
   * The host of this calendar's public address: global ids with it are ids of this calendar. null without an
   * address, and when the source is another calendar on that host.
   */
  host?: string | null | undefined;
}

/**
 * Imports the records of a source by the mutations of the API. A record that exists here already is updated,
 * so a second run changes nothing, and a run after an interruption continues (decisions/0046).
 */
export async function bring(
  context: Context,
  operations: Operations,
  source: AsyncIterable<OfSource> | Iterable<OfSource>,
  { host, ...options }: BringOptions,
): Promise<Report> {
  const known = new Known();
  const terms = new BroughtTerms(operations);
  const records = new BroughtRecords(operations, known, terms);
  async function* items(): AsyncGenerator<Item> {
    for await (const one of source) {
      const { kind, at } = one;
      if (one.kind === 'unread')
        yield { kind: 'record', at, what: one.what, store: () => Promise.reject(new Refused(one.reason)) };
      else if (one.kind === 'category' || one.kind === 'tag')
        yield { kind, at, what: one.input.name.slice(0, LONGEST), store: (part) => terms.store(part, one) };
      else
        yield {
          kind,
          at,
          what: nameOfRecord(one).slice(0, LONGEST),
          store: (part, { leaveOut }) => records.store(part, withEmails(one, leaveOut)),
        };
    }
  }
  return runImport(
    context,
    {
      begin: async ({ em, db }) => known.load(db, [await ownOrigin(em), ...(host ? [host] : [])]),
      items,
      rest: () => records.rest(),
    },
    options,
  );
}
