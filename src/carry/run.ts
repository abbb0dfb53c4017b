import type { Context } from '../context.ts';
import { BadValue, isOurFault, ServiceError } from '../errors.ts';
import type { Transaction } from '../writing/transaction.ts';
import { write } from '../writing/write.ts';
import { type Outcome, Refused, Report } from './report.ts';

/** So many records are stored in one transaction. */
const BATCH = 100;

/** What an import does with one record of its source. */
export interface Item {
  readonly kind: string;
  /** Where it stands in the source, such as `line 12`. */
  readonly at: string;
  /** Its title, name or login. */
  readonly what: string;
  /**
   * Stores it. Notes what follows from that as its last step.
   * @returns what is counted; null for what has been counted before @throws Refused, BadValue, ServiceError
   */
  store(part: Transaction): Promise<Outcome | null>;
}

/** An import: what it does first, with each record, and last. */
export interface Job {
  begin?(transaction: Transaction): Promise<void>;
  items(): AsyncIterable<Item>;
  /** What is left to be done with some of them once all are stored. */
  rest?(): Iterable<Item>;
  end?(transaction: Transaction): Promise<void>;
}

export interface RunOptions {
  /** Tell what would be done, and do nothing. */
  dryRun?: boolean | undefined;
  progress?: ((records: number) => void) | undefined;
  /** Called when everything that has come so far is stored. */
  stored?: (() => Promise<void>) | undefined;
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof Refused ||
  error instanceof BadValue ||
  (error instanceof ServiceError && !isOurFault(error.status)) ||
  // What the database refuses, such as a value that somebody has taken meanwhile.
  (error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code)));

/** What is wrong with a record, with the names that its fields have in GraphQL. */
function reasonOf(error: Error): string {
  const problems = error instanceof ServiceError ? Object.entries(error.problems ?? {}) : [];
  if (problems.length === 0) return error.message;
  return problems.map(([name, { message }]) => `${name.replace(/^input\./, '')} ${message}`).join('; ');
}

/** Stores records, each whole or not at all. */
async function storeAll(transaction: Transaction, items: readonly Item[]): Promise<Report> {
  const report = new Report();
  for (const item of items) {
    try {
      const outcome = await write(transaction, (part) => item.store(part));
      if (outcome) report.count(item.kind, outcome);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      report.refused.push({ at: item.at, what: item.what, reason: reasonOf(error) });
    }
  }
  return report;
}

/** As many items at once as one transaction stores. */
async function* batches(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* allOf(job: Job): AsyncGenerator<Item[]> {
  yield* batches(job.items());
  if (job.rest) yield* batches(job.rest());
}

/** A transaction that is given up on purpose. */
class GivenUp extends Error {}

/** Runs a job in one transaction that is given up in the end. */
async function rehearse(context: Context, job: Job, options: RunOptions): Promise<Report> {
  const report = new Report();
  const all = write(context, async (transaction) => {
    await job.begin?.(transaction);
    for await (const batch of allOf(job)) {
      report.add(await storeAll(transaction, batch));
      options.progress?.(report.total);
    }
    await job.end?.(transaction);
    throw new GivenUp();
  });
  await all.catch((error: unknown) => {
    if (!(error instanceof GivenUp)) throw error;
  });
  return report;
}

/**
 * Runs an import. A batch of records is one transaction, in which each is stored whole or refused with a
 * reason; what the source is still giving is waited for outside of transactions. A dry run is a single
 * transaction that is given up: its source must be at hand.
 */
export async function run(context: Context, job: Job, options: RunOptions = {}): Promise<Report> {
  if (options.dryRun) return rehearse(context, job, options);
  const report = new Report();
  await write(context, async (transaction) => job.begin?.(transaction));
  for await (const batch of allOf(job)) {
    report.add(await write(context, (transaction) => storeAll(transaction, batch)));
    await options.stored?.();
    options.progress?.(report.total);
  }
  await write(context, async (transaction) => job.end?.(transaction));
  return report;
}
