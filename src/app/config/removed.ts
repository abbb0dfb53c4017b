/** Settings of earlier releases, and what replaces each of them. */
const REMOVED: Readonly<Record<string, string>> = {
  ACCESS_LOG: 'requests are logged with LOG_LEVEL=debug, and by a reverse proxy in front.',
  BODY_MEMORY: 'each body has a limit of its own; a reverse proxy in front collects slow ones.',
  UNSENT_MEMORY: 'a client that reads nothing of its answer is closed after 30 seconds.',
  DATABASE_REPLICA_URLS: 'every request reads from the server that DATABASE_URL leads to.',
  STALE_IF_ERROR:
    'answers say stale-if-error=60, and a reverse proxy gives what it has while the service gives errors.',
  DATABASE_WAIT_TIMEOUT: 'a request waits for a connection for 5 seconds.',
  DATABASE_CONNECT_TIMEOUT: 'a connection is opened within 5 seconds.',
  DATABASE_STATEMENT_TIMEOUT: 'a statement takes 10 seconds at most.',
  DATABASE_LOCK_TIMEOUT: 'a statement waits for a lock for 5 seconds.',
  DATABASE_IDLE_TIMEOUT: 'a transaction pauses for 15 seconds at most.',
  DATABASE_START_TIMEOUT: 'the start waits for the database for 30 seconds.',
  MEMORY: 'RESPONSE_CACHE=off alone switches the cache off; nothing else is kept between requests.',
  DEVELOPER_LINKS: 'pages always lead to /api and to themselves as JSON.',
  FEDERATION: 'the schema is no subgraph of Apollo Federation any more.',
  GUESS_DELAY: 'wrong logins wait for at most a second.',
  HEADERS_TIMEOUT: 'headers have 15 seconds.',
  HSTS: 'the reverse proxy that ends TLS sends Strict-Transport-Security, see deploy/nginx.conf.',
  KEEP_ALIVE_TIMEOUT: 'connections without requests stay open for 65 seconds.',
  LOG_FORMAT: 'lines are for people on a terminal, and JSON elsewhere.',
  MAX_CONNECTIONS:
    'a process takes 10,000 connections; limits per address are those of a reverse proxy in front.',
  MAX_SUBSCRIPTIONS: 'a process has 2,000 subscriptions.',
  MAX_SUBSCRIPTIONS_PER_CLIENT: 'a client has 50 subscriptions.',
  REQUEST_TIMEOUT: 'a request has 60 seconds, its body included.',
  SEND_TIMEOUT: 'a client that reads nothing of its answer is closed after 30 seconds.',
  SHUTDOWN_DELAY:
    'the service goes on for 3 seconds after SIGTERM; with the embedded database it stops at once.',
  SLOW_STATEMENT: 'statements of more than half a second are logged.',
  WORKERS: 'start several processes with REUSE_PORT=true; deploy/calendar-events@.service does.',
};

/** One warning that names every removed setting that is set, with its replacement; null if none is. */
export function removedSettings(env: NodeJS.ProcessEnv): string | null {
  const lines = Object.entries(REMOVED)
    .filter(([name]) => (env[name] ?? '').trim() !== '')
    .map(([name, replacement]) => `${name}: ${replacement}`);
  return lines.length === 0 ? null : `These settings no longer exist and change nothing. ${lines.join(' ')}`;
}
