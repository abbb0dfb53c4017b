import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from './connection.ts';

/** A client waits this long before it connects again. */
const AGAIN_MS = 100;

interface Crowd {
  port: number;
  requests: readonly string[];
  connections: number;
  seconds: number;
}

/** Sends requests over many connections, and accepts all responses. @returns the numbers of responses by status */
export async function crowd({ port, requests, connections, seconds }: Crowd): Promise<string> {
  const bytes = requests.map((request) => Buffer.from(request));
  const counts = new Map<string, number>();
  const times: number[] = [];
  const open = new Set<Connection>();
  const end = performance.now() + seconds * 1000;
  let next = 0;
  const count = (name: string): unknown => counts.set(name, (counts.get(name) ?? 0) + 1);
  const connect = (): void => {
    if (performance.now() > end) return;
    let sent = 0;
    const send = (): void => {
      sent = performance.now();
      connection.send(bytes[next++ % bytes.length] ?? Buffer.alloc(0));
    };
    const connection = new Connection(
      port,
      (status) => {
        count(String(status));
        if (status < 300) times.push(performance.now() - sent);
        if (performance.now() < end) send();
      },
      (reason) => {
        count(reason);
        if (open.delete(connection)) setTimeout(connect, AGAIN_MS);
      },
    );
    open.add(connection);
    send();
  };
  for (let n = 0; n < connections; n++) connect();
  await pause(seconds * 1000);
  for (const connection of open) connection.close();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0);
  const statuses = [...counts].map(([name, number]) => `${number} × ${name}`).join(', ');
  return `${statuses}; successful ones after p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}
