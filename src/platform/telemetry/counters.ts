/**
 * A metric that counts by label. The counts are plain numbers, so that even the fastest paths may increase them; they
 * are read when metrics are requested.
 */
export class LabeledCounter {
  /** All counters of the process. */
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
  'calendar_response_cache_hits_total',
  'Requests served from the response cache.',
  'route',
);
export const cacheMisses = new LabeledCounter(
  'calendar_response_cache_misses_total',
  'Cacheable requests whose responses had to be computed.',
);
export const throttledLogins = new LabeledCounter(
  'calendar_throttled_logins_total',
  'Responses to failed logins that were delayed.',
);
export const refusedPositions = new LabeledCounter(
  'calendar_change_feed_refused_positions_total',
  'Requests to the change feed with a position that is too old or from another calendar; their readers must start over.',
);
export const deliveries = new LabeledCounter(
  'calendar_webhook_messages_total',
  'Messages to webhooks, by result of the attempt: delivered, failed, or parked after a day.',
  'result',
);
export const sentMessages = new LabeledCounter(
  'calendar_subscription_messages_total',
  'Changes sent to subscriptions.',
);
export const endedSubscriptions = new LabeledCounter(
  'calendar_ended_subscriptions_total',
  'Subscriptions that the service ended, by reason: for example a slow client, revoked rights, or a shutdown.',
  'reason',
);
/** The open subscriptions of this process. */
export const openSubscriptions = new Set<{ readonly size: number }>();
/** How long the oldest change has waited for an open transaction, in seconds. */
export const changesWaiting = { seconds: 0 };
