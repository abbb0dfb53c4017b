import { deleteExpiredSessions } from '../domain/authentication/sessions.ts';
import { trimChanges } from '../domain/change-feed/trim.ts';
import { watchChanges } from '../domain/change-feed/watch.ts';
import { publishScheduled } from '../domain/content/publication.ts';
import type { JobParts } from '../domain/context/job-context.ts';
import { rollForward } from '../domain/events/event.roll.ts';
import { deleteExpiredKeys } from '../domain/idempotency/old-keys.ts';
import { deleteUnusedPictures } from '../domain/images/unused-pictures.ts';
import { deleteOldUploads } from '../domain/uploads/uploads.ts';
import { trimMessages } from '../domain/webhooks/queue.ts';
import { type Job, runJobs } from '../lib/jobs.ts';
import type { Db } from '../platform/postgres/orm.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

interface JobsOptions {
  readonly parts: JobParts;
  /** A connection outside the pool of requests. */
  readonly db: Db;
  readonly clock: () => Date;
  readonly warn: (message: string) => void;
}

/**
 * The jobs of each process. Several processes share the work: each locks its rows, and the others skip them
 * (decisions/0095).
 */
const jobs = ({ parts, db, clock, warn }: JobsOptions): readonly Job[] => [
  {
    name: 'publish scheduled records',
    intervalMs: SECOND / 2,
    run: () => publishScheduled(parts, db, clock()),
  },
  { name: 'roll series forward', intervalMs: 10 * MINUTE, run: () => rollForward(parts, clock()) },
  {
    name: 'delete old idempotency keys',
    intervalMs: 30 * SECOND,
    run: (isOpen) => deleteExpiredKeys(db, clock(), isOpen),
  },
  {
    name: 'delete old uploads',
    intervalMs: 10 * MINUTE,
    run: () => deleteOldUploads(db, clock()),
  },
  {
    name: 'delete expired sessions',
    intervalMs: 10 * MINUTE,
    run: (isOpen) => deleteExpiredSessions(db, clock(), isOpen),
  },
  {
    name: 'delete unused pictures',
    intervalMs: 10 * MINUTE,
    run: (isOpen) => deleteUnusedPictures(parts.primary.db, clock(), isOpen),
  },
  {
    name: 'trim the change log',
    intervalMs: 10 * MINUTE,
    run: (isOpen) => trimChanges(parts.primary.db, isOpen),
  },
  {
    name: 'trim webhook messages',
    intervalMs: 10 * MINUTE,
    run: (isOpen) => trimMessages(parts.primary.db, isOpen),
  },
  { name: 'watch the log of changes', intervalMs: 10 * SECOND, run: watchChanges(db, warn) },
];

/** Starts the jobs of the process. @returns a function that stops them, and waits for running steps */
export const startJobs = (options: JobsOptions): (() => Promise<void>) =>
  runJobs(jobs(options), options.warn);
