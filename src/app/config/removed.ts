/** Settings of earlier releases, with their replacements. */
const REMOVED: Readonly<Record<string, string>> = {
  ACCESS_LOG: 'requests are logged with LOG_LEVEL=debug, and by a reverse proxy in front.',
  BODY_MEMORY: 'each body has its own limit; let a reverse proxy in front buffer slow ones.',
  UNSENT_MEMORY: 'the connection of a client that does not read its response is closed after 30 seconds.',
  DATABASE_REPLICA_URLS: 'every request reads from the server that DATABASE_URL leads to.',
  STALE_IF_ERROR:
    'responses have stale-if-error=60, and a reverse proxy sends cached responses while the service returns errors.',
  DATABASE_WAIT_TIMEOUT: 'a request waits up to 5 seconds for a connection.',
  DATABASE_CONNECT_TIMEOUT: 'opening a connection takes at most 5 seconds.',
  DATABASE_STATEMENT_TIMEOUT: 'a statement takes at most 10 seconds.',
  DATABASE_LOCK_TIMEOUT: 'a statement waits up to 5 seconds for a lock.',
  DATABASE_IDLE_TIMEOUT: 'a transaction is idle for at most 15 seconds.',
  DATABASE_START_TIMEOUT: 'the start waits up to 30 seconds for the database.',
  MEMORY: 'set RESPONSE_CACHE=off to disable the cache; nothing else is cached between requests.',
  DEVELOPER_LINKS: 'pages always link to /api and to their JSON version.',
  FEDERATION: 'the schema is no longer a subgraph of Apollo Federation.',
  GUESS_DELAY: 'failed logins are delayed by at most one second.',
  HEADERS_TIMEOUT: 'request headers must arrive within 15 seconds.',
  HSTS: 'the reverse proxy that ends TLS sends Strict-Transport-Security, see deploy/nginx.conf.',
  KEEP_ALIVE_TIMEOUT: 'connections without requests stay open for 65 seconds.',
  LOG_FORMAT: 'log lines are readable text on a terminal, and JSON elsewhere.',
  MAX_CONNECTIONS:
    'a process accepts 10,000 connections; a reverse proxy in front can limit them per address.',
  MAX_SUBSCRIPTIONS: 'a process accepts 2,000 subscriptions.',
  MAX_SUBSCRIPTIONS_PER_CLIENT: 'a client may have 50 subscriptions.',
  REQUEST_TIMEOUT: 'a request, including its body, must arrive within 60 seconds.',
  SEND_TIMEOUT: 'the connection of a client that does not read its response is closed after 30 seconds.',
  SHUTDOWN_DELAY:
    'the service continues for 3 seconds after SIGTERM; with the embedded database it stops at once.',
  SLOW_STATEMENT: 'statements that take longer than half a second are logged.',
  WORKERS: 'start several processes with REUSE_PORT=true, as deploy/calendar-events@.service does.',
};

/** A warning with all removed settings in the environment and their replacements; null if there are none. */
export function removedSettings(env: NodeJS.ProcessEnv): string | null {
  const lines = Object.entries(REMOVED)
    .filter(([name]) => (env[name] ?? '').trim() !== '')
    .map(([name, replacement]) => `${name}: ${replacement}`);
  return lines.length === 0 ? null : `These settings no longer exist and have no effect. ${lines.join(' ')}`;
}
