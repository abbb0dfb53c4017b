import { mock } from 'node:test';
import pg from 'pg';
import { currentRequest } from '../../src/platform/telemetry/current.ts';

/**
 * Records the statements that requests send, without those that happen now and then: the service reads what has
 * changed, checks its connections, numbers changes and looks for webhooks.
 */
export function watchStatements() {
  const { query: original } = pg.Client.prototype;
  let sent: { query: unknown; client: pg.Client }[] = [];
  /** Requests from before the last {@link clear}: what they have started, such as deliveries to webhooks, goes on. */
  const earlier = new WeakSet<object>();
  const seen = new Set<object>();
  const spy = mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
    const request = currentRequest();
    if (request && !earlier.has(request)) {
      seen.add(request);
      sent.push({ query: args[0], client: this });
    }
    return Reflect.apply(original, this, args);
  });
  const isProof = (query: unknown): boolean =>
    /pg_notify|^"listen |pg_current_snapshot|"select 1"|"show transaction_read_only"/.test(
      JSON.stringify(query),
    );
  const isBackground = (query: unknown): boolean =>
    /feed_(state|item|backlog)|from webhook|lock_timeout/.test(JSON.stringify(query));
  const isWord = (query: unknown, word: string): boolean =>
    new RegExp(`^"(\\{"text":")?${word}`, 'i').test(JSON.stringify(query).replaceAll('{"text":', ''));
  /** Without whole transactions of the background. */
  const foreground = <Call extends { query: unknown; client: pg.Client }>(calls: readonly Call[]): Call[] => {
    const kept: Call[] = [];
    const open = new Map<pg.Client, Call[]>();
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
    restore: (): void => spy.mock.restore(),
    /** Those since the last {@link clear}: the statement, or what `pg` was given, and its connection. */
    seen: () => foreground(sent.filter(({ query }) => !isProof(query))),
  };
}
