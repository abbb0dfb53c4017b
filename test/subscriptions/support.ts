import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createClient } from 'graphql-sse';
import { eventually } from '../support/eventually.ts';

/** The messages of a subscription, each in the form of a query's response. */
export interface Listening {
  readonly messages: { data?: Record<string, unknown> | null; errors?: { extensions: { code: string } }[] }[];
  /** `complete`, or the message of an error; undefined while the subscription is open. */
  readonly end: string | undefined;
  /** Waits for this number of messages. */
  count(messages: number): Promise<void>;
  close(): void;
}

/** Subscribes with the client of graphql-sse; resolves once the service has responded. It does not reconnect. */
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

/** Subscribes with a plain `EventSource`, in a process that has it. @returns lines of JSON, as they arrive */
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
