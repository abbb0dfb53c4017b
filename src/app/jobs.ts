import { trimChanges } from '../domain/change-feed/trim.ts';
import { watchChanges } from '../domain/change-feed/watch.ts';
import { publishScheduled } from '../domain/content/publication.ts';
import type { JobParts } from '../domain/context/calendar-context.ts';
import { rollForward } from '../domain/events/event.roll.ts';
import { deleteOldKeys } from '../domain/idempotency/old-keys.ts';
import { trimMessages } from '../domain/webhooks/queue.ts';
import { type Job, runJobs } from '../lib/jobs.ts';
import type { Db } from '../platform/postgres/orm.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

interface JobsOptions {
  readonly parts: JobParts;
  /** A connection that does not wait for those of requests. */
  readonly db: Db;
  readonly clock: () => Date;
  readonly warn: (message: string) => void;
}

/**
 * The jobs of each process. Of several processes one does each piece of work: it takes the rows with locks, and the others
 * skip these (decisions/0095).
 */
const jobs = ({ parts, db, clock, warn }: JobsOptions): readonly Job[] => [
  { name: 'publish scheduled records', every: SECOND / 2, run: () => publishScheduled(parts, db, clock()) },
  { name: 'roll series forward', every: 10 * MINUTE, run: () => rollForward(parts, clock()) },
  {
    name: 'delete old idempotency keys',
    every: 30 * SECOND,
    run: (isOpen) => deleteOldKeys(db, clock(), isOpen),
  },
  {
    name: 'trim the log of changes',
    every: 10 * MINUTE,
    run: (isOpen) => trimChanges(parts.primary.db, isOpen),
  },
  {
    name: 'trim webhook messages',
    every: 10 * MINUTE,
    run: (isOpen) => trimMessages(parts.primary.db, isOpen),
  },
  { name: 'watch the log of changes', every: 10 * SECOND, run: watchChanges(db, warn) },
];

/** Runs the jobs for as long as the process runs. @returns a function that ends this, and waits for their steps */
export const startJobs = (options: JobsOptions): (() => Promise<void>) =>
  runJobs(jobs(options), options.warn);
