/** Settings of earlier releases, and what replaces each of them. */
const REMOVED: Readonly<Record<string, string>> = {
  BODY_MEMORY: 'each body has a limit of its own; a reverse proxy in front collects slow ones.',
  UNSENT_MEMORY: 'a client that reads nothing of its answer is closed after 30 seconds.',
  DATABASE_REPLICA_URLS: 'every request reads from the server that DATABASE_URL leads to.',
  STALE_IF_ERROR:
    'answers say stale-if-error=60, and a reverse proxy gives what it has while the service gives errors.',
  FEDERATION: 'the schema is no subgraph of Apollo Federation any more.',
  WORKERS: 'start several processes with REUSE_PORT=true; deploy/calendar-events@.service does.',
};

/** One warning that names every removed setting that is set, with its replacement; null if none is. */
export function removedSettings(env: NodeJS.ProcessEnv): string | null {
  const lines = Object.entries(REMOVED)
    .filter(([name]) => (env[name] ?? '').trim() !== '')
    .map(([name, replacement]) => `${name}: ${replacement}`);
  return lines.length === 0 ? null : `These settings no longer exist and change nothing. ${lines.join(' ')}`;
}
