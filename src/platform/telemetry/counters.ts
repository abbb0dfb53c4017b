/**
 * Counts by label. They are plain numbers, so that even the fastest paths may increase them; metrics read
 * them when they are asked for.
 */
export class LabeledCounter {
  /** All of them, by the names of their metrics. */
  static readonly all: LabeledCounter[] = [];
  readonly counts = new Map<string, number>();
  readonly name: string;
  readonly help: string;
  readonly label: string | undefined;

  constructor(name: string, help: string, label?: string) {
    this.name = name;
    this.help = help;
    this.label = label;
    LabeledCounter.all.push(this);
  }

  add(label = '', count = 1): void {
    this.counts.set(label, (this.counts.get(label) ?? 0) + count);
  }
}

export const cacheHits = new LabeledCounter(
  'calendar_kept_answers_total',
  'Requests that were answered from the cache.',
  'route',
);
export const cacheMisses = new LabeledCounter(
  'calendar_missed_answers_total',
  'Requests that could have been cached, and had to be computed.',
);
export const throttledLogins = new LabeledCounter(
  'calendar_damped_logins_total',
  'Answers to wrong credentials that were delayed.',
);
export const refusedPositions = new LabeledCounter(
  'calendar_refused_positions_total',
  'Readers of the change feed whose position was too old or of another calendar, who were told to begin anew.',
);
export const deliveries = new LabeledCounter(
  'calendar_webhook_messages_total',
  'Messages to webhooks, by what has come of an attempt: delivered, failed, or parked after a day.',
  'result',
);
export const sentMessages = new LabeledCounter(
  'calendar_subscription_messages_total',
  'Changes that subscriptions were told.',
);
export const endedSubscriptions = new LabeledCounter(
  'calendar_ended_subscriptions_total',
  'Subscriptions that the service has ended: their clients read too slowly, had no rights any more, or it is leaving.',
  'reason',
);
/** The subscriptions of this process that are open. */
export const openSubscriptions = new Set<{ readonly size: number }>();
/** For how long changes have waited for open transactions, in seconds. */
export const changesWaiting = { seconds: 0 };
