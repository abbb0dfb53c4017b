import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly messageId: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: { readonly kind: string; readonly id: number; readonly record?: Record<string, unknown> };
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Statuses of the next responses, then 200; 0: no response. */
  readonly answers: number[];
  /** The webhook's secret, which verifies deliveries from now on. */
  secret: string;
  /** `Retry-After` of the responses; empty: no header. */
  retryAfter: string;
  close(): Promise<void>;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

/** Starts a webhook receiver that verifies and records each delivery. */
export async function startReceiver(delayMs = 0): Promise<Receiver> {
  const received: Received[] = [];
  const answers: number[] = [];
  const receiver = { secret: '', retryAfter: '' };
  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    try {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      new Webhook(receiver.secret).verify(text, headers);
    } catch {
      response.writeHead(401).end();
      return;
    }
    await pause(delayMs);
    const status = answers.shift() ?? 200;
    if (status === 0) return;
    if (status < 300)
      received.push({
        ...JSON.parse(text),
        messageId: String(request.headers['webhook-id']),
      });
    const { retryAfter } = receiver;
    response.writeHead(status, retryAfter === '' ? {} : { 'retry-after': retryAfter }).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/told`,
    received,
    answers,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}
