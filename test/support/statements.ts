import { mock } from 'node:test';
import pg from 'pg';

/**
 * Sees every statement that this process sends, but for those by which the service proves that it hears of
 * changes, that the server is there, and which server a new connection leads to.
 */
export function watchStatements() {
  const spy = mock.method(pg.Client.prototype, 'query');
  const isProof = (query: unknown): boolean =>
    /pg_notify|^"listen |pg_current_snapshot|"select 1"|"show transaction_read_only"/.test(
      JSON.stringify(query),
    );
  return {
    clear: (): void => void spy.mock.resetCalls(),
    restore: (): void => spy.mock.restore(),
    /** Those since the last {@link clear}: the statement, or what `pg` was given, and its connection. */
    seen: () =>
      spy.mock.calls.flatMap(({ arguments: [query], this: client }) => {
        return isProof(query) || !(client instanceof pg.Client) ? [] : [{ query, client }];
      }),
  };
}
