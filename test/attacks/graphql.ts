import { eventually } from '../support/eventually.ts';
import { type Bystander, expectUnharmed, type Victim } from './victim.ts';

export interface Told {
  status: number;
  /** Characters of the response. */
  size: number;
  /** Milliseconds until the complete response. */
  ms: number;
  /** Codes of the errors. */
  codes: unknown[];
  text: string;
}

/** Sends an anonymous operation and summarizes the response. Strings are sent verbatim. */
export async function send(
  victim: Victim,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<Told> {
  return told(() =>
    fetch(`${victim.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
}

/** The same by GET, as an image on any page could do. */
export const sendByGet = (victim: Victim, query: string): Promise<Told> =>
  told(() =>
    fetch(`${victim.url}/graphql?${new URLSearchParams({ query })}`, {
      headers: { accept: 'application/graphql-response+json' },
    }),
  );

export async function told(request: () => Promise<Response>): Promise<Told> {
  const start = performance.now();
  const response = await request();
  const text = await response.text();
  const { errors = [] } = JSON.parse(text) as { errors?: { extensions?: { code?: unknown } }[] };
  return {
    status: response.status,
    size: text.length,
    ms: performance.now() - start,
    codes: errors.map((one) => one.extensions?.code),
    text,
  };
}

/** `count` pieces of text, concatenated. */
export const times = (count: number, piece: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => piece(at)).join(' ');

const MEGABYTE = 1024 * 1024;
/** V8 keeps freed pages for about ten seconds before it returns them. */
const PATIENCE_MS = 20_000;

/**
 * Waits until the process takes no more than a number of bytes. Keeps it slightly busy with uncached requests: an
 * idle process does not collect garbage.
 */
async function settle(victim: Victim, bytes: number): Promise<void> {
  for (
    const end = performance.now() + PATIENCE_MS;
    (await victim.memory()) > bytes && performance.now() < end;
  )
    await (await victim.request('GET', '/events?per_page=50', undefined, victim.admin)).arrayBuffer();
}

/** Expects an unharmed service after an attack, once its garbage has been collected. */
export async function expectCalm(victim: Victim, seen: Bystander): Promise<void> {
  await settle(victim, 290 * MEGABYTE);
  await expectUnharmed(victim, seen);
}

/** Flags of node that make a process report the memory it keeps, after each garbage collection. */
export const TELLS_KEPT = [
  '--import',
  "data:text/javascript,process.on('SIGUSR2',()=>{const{heapUsed,external}=process.memoryUsage();console.error('keeps',heapUsed+external)})",
];

/**
 * Megabytes of objects, texts and buffers that a process started with {@link TELLS_KEPT} keeps. Excludes freed memory
 * that V8 has not returned, which differs from run to run.
 */
export async function kept(victim: Victim): Promise<number> {
  const told = () => victim.log.filter((line) => line.startsWith('keeps '));
  const { length } = told();
  await victim.memory();
  const line = await eventually('it tells what it keeps', () => told()[length]);
  return Math.round(Number(line.slice('keeps '.length)) / MEGABYTE);
}
