import { onStatement } from '../../src/platform/postgres/monitoring.ts';
import { currentRequest } from '../../src/platform/telemetry/current.ts';

interface Sent {
  /** The text of the statement. */
  readonly query: string;
  /** The connection. */
  readonly client: object;
}

/**
 * Records the statements of requests, without periodic ones: the service reads the change log, checks its connections,
 * numbers changes and polls for webhooks.
 */
export function watchStatements() {
  let sent: Sent[] = [];
  /** Requests from before the last {@link clear}: work that they started, such as deliveries to webhooks, continues. */
  const earlier = new WeakSet<object>();
  const seen = new Set<object>();
  const restore = onStatement(({ text, client }) => {
    const request = currentRequest();
    if (!request || earlier.has(request)) return;
    seen.add(request);
    sent.push({ query: text, client });
  });
  const isProof = (query: string): boolean => /pg_notify|pg_current_snapshot|^select 1$/.test(query);
  const isBackground = (query: string): boolean =>
    /feed_(state|item|backlog)|from webhook|lock_timeout/.test(query);
  const isWord = (query: string, word: string): boolean => query.toLowerCase().startsWith(word);
  /** Drops whole background transactions. */
  const foreground = (calls: readonly Sent[]): Sent[] => {
    const kept: Sent[] = [];
    const open = new Map<object, Sent[]>();
    for (const call of calls) {
      const { query, client } = call;
      const transaction = open.get(client) ?? [];
      if (isWord(query, 'begin') || transaction.length > 0) {
        open.set(client, [...transaction, call]);
        if (!isWord(query, 'commit') && !isWord(query, 'rollback')) continue;
        const whole = open.get(client) ?? [];
        open.delete(client);
        if (!whole.some((one) => isBackground(one.query))) kept.push(...whole);
      } else if (!isBackground(query)) kept.push(call);
    }
    for (const rest of open.values()) if (!rest.some((one) => isBackground(one.query))) kept.push(...rest);
    return kept;
  };
  return {
    clear: (): void => {
      for (const request of seen) earlier.add(request);
      seen.clear();
      sent = [];
    },
    restore,
    /** Statements since the last {@link clear}. */
    seen: () => foreground(sent.filter(({ query }) => !isProof(query))),
  };
}
