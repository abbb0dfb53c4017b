import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createClient } from 'graphql-sse';
import { eventually } from '../support/eventually.ts';

/** What a subscription was told: answers, each as it would be that to a query. */
export interface Listening {
  readonly messages: { data?: Record<string, unknown> | null; errors?: { extensions: { code: string } }[] }[];
  /** Why it ended: `complete`, or the message of an error; undefined while it lasts. */
  readonly end: string | undefined;
  /** Waits until so many messages have come. */
  count(messages: number): Promise<void>;
  close(): void;
}

/** Subscribes by the client of graphql-sse; resolves once the service has answered. It does not connect again. */
export async function subscribe(
  url: string,
  query: string,
  variables: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Listening> {
  const messages: Listening['messages'] = [];
  let end: string | undefined;
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  const client = createClient({
    url: `${url}/graphql`,
    headers,
    retryAttempts: 0,
    on: { connected: () => resolve() },
  });
  client.subscribe(
    { query, variables },
    {
      next: (message) => messages.push(JSON.parse(JSON.stringify(message))),
      error: (error) => {
        end = error instanceof Error ? error.message : JSON.stringify(error);
        resolve();
      },
      complete: () => {
        end = 'complete';
        resolve();
      },
    },
  );
  await connected;
  return {
    messages,
    get end() {
      return end;
    },
    count: async (least) => {
      await eventually(`${least} messages`, () => messages.length >= least);
    },
    close: () => client.dispose(),
  };
}

const SCRIPT = `
  const source = new EventSource(process.argv[1]);
  source.onopen = () => console.log('"open"');
  source.onerror = () => console.log('"error"');
  source.addEventListener('next', ({ data }) => console.log(data));
  source.addEventListener('complete', () => { console.log('"complete"'); source.close(); });`;

/** Subscribes by a plain `EventSource`, in a process that has it. @returns lines of JSON, as they come */
export async function eventSource(
  url: string,
  query: string,
): Promise<{ readonly lines: unknown[]; count(lines: number): Promise<void>; close(): void }> {
  const address = `${url}/graphql?${new URLSearchParams({ query })}`;
  const child = spawn(process.execPath, ['--experimental-eventsource', '-e', SCRIPT, address], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: unknown[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line)));
  await eventually('the connection is open', () => lines.length > 0);
  return {
    lines,
    count: async (least) => {
      await eventually(`${least} lines`, () => lines.length >= least);
    },
    close: () => child.kill(),
  };
}
