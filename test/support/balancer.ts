import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setInterval } from 'node:timers/promises';

export interface Balancer {
  readonly url: string;
  /** The last known readiness of each target, in order. */
  readonly ready: readonly boolean[];
  stop(): Promise<void>;
}

interface Target {
  readonly address: string;
  readonly agent: Agent;
  isReady: boolean;
}

/** The interval of readiness checks, and their timeout, in milliseconds. */
const LOOK_MS = 100;
const PROBE_MS = 2_000;

const says = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(PROBE_MS), headers: { connection: 'close' } }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Forwards a request unchanged. A failure is passed to the client: no request is repeated. */
function pass({ address, agent }: Target, req: IncomingMessage, res: ServerResponse): void {
  const { method, url = '/', headers } = req;
  const onwards = request(new URL(url, address), { method, headers, agent }, (answer) => {
    const { connection: _own, 'keep-alive': _its, ...sent } = answer.headers;
    res.writeHead(answer.statusCode ?? 502, sent);
    answer.pipe(res);
    answer.once('error', () => res.destroy());
  });
  onwards.once('error', (error) => {
    if (res.headersSent) res.destroy();
    else res.writeHead(502).end(String(error));
  });
  req.pipe(onwards);
}

/**
 * Distributes requests in turn to targets whose `/readyz` responds with 200, on keep-alive connections, as HAProxy
 * does. It never repeats a request, so a client sees each failure.
 */
export async function startBalancer(addresses: readonly string[]): Promise<Balancer> {
  const targets = addresses.map((address) => ({
    address,
    agent: new Agent({ keepAlive: true }),
    isReady: false,
  }));
  const look = (): Promise<unknown> =>
    Promise.all(
      targets.map(async (target) => {
        target.isReady = await says(`${target.address}/readyz`);
      }),
    );
  const stopping = new AbortController();
  const looking = (async () => {
    try {
      for await (const _ of setInterval(LOOK_MS, undefined, { signal: stopping.signal })) await look();
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    }
  })();
  await look();

  let turn = 0;
  const server = createServer((req, res) => {
    const ready = targets.filter(({ isReady }) => isReady);
    const target = ready[turn++ % ready.length];
    if (target) pass(target, req, res);
    else res.writeHead(503).end('nobody is ready');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    get ready() {
      return targets.map(({ isReady }) => isReady);
    },
    async stop() {
      stopping.abort();
      await looking;
      server.closeAllConnections();
      server.close();
      for (const { agent } of targets) agent.destroy();
    },
  };
}
