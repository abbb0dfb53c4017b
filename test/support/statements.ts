import { mock } from 'node:test';
import pg from 'pg';

/**
 * Sees every statement that this process sends, but for those by which the service proves that it hears of
 * changes, that the server is there, and which server a new connection leads to, and those that number changes,
 * look for webhooks and keep totals, which happens now and then.
 */
export function watchStatements() {
  const spy = mock.method(pg.Client.prototype, 'query');
  const isProof = (query: unknown): boolean =>
    /pg_notify|^"listen |pg_current_snapshot|"select 1"|"show transaction_read_only"/.test(
      JSON.stringify(query),
    );
  const isBackground = (query: unknown): boolean =>
    /feed_(state|item|backlog)|from webhook|lock_timeout|isDue|isKept|from event_unmerged order by|insert into event_total/.test(
      JSON.stringify(query),
    );
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
    clear: (): void => void spy.mock.resetCalls(),
    restore: (): void => spy.mock.restore(),
    /** Those since the last {@link clear}: the statement, or what `pg` was given, and its connection. */
    seen: () =>
      foreground(
        spy.mock.calls.flatMap(({ arguments: [query], this: client }) => {
          return isProof(query) || !(client instanceof pg.Client) ? [] : [{ query, client }];
        }),
      ),
  };
}
