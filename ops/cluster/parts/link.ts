import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** The two halves of a proxied connection. */
type Pair = readonly [client: Socket, server: Socket];

/**
 * A TCP proxy between two parts that can be cut like a network cable: no data passes, and neither end is notified. Data
 * sent meanwhile arrives once the link is restored, because TCP would retransmit it.
 */
export class Link {
  readonly port: number;
  readonly #target: number;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  readonly #waiting = new Set<Socket>();
  #isCut = false;

  private constructor(port: number, target: number) {
    this.port = port;
    this.#target = target;
    this.#server = createServer({ pauseOnConnect: true, noDelay: true }, (client) => this.#accept(client));
  }

  /** Opens a link from one port of this machine to another. */
  static async open(port: number, target: number): Promise<Link> {
    const link = new Link(port, target);
    link.#server.listen(port, '127.0.0.1');
    await once(link.#server, 'listening');
    return link;
  }

  cut(): void {
    this.#isCut = true;
    for (const [client, server] of this.#pairs) {
      client.unpipe(server).pause();
      server.unpipe(client).pause();
    }
  }

  heal(): void {
    this.#isCut = false;
    for (const pair of this.#pairs) this.#join(pair);
    for (const client of this.#waiting) this.#accept(client);
    this.#waiting.clear();
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of [...this.#pairs].flat()) socket.destroy();
    for (const socket of this.#waiting) socket.destroy();
    await once(this.#server, 'close');
  }

  #accept(client: Socket): void {
    client.on('error', () => {});
    if (this.#isCut) return void this.#waiting.add(client);
    const pair: Pair = [client, connect({ port: this.#target, host: '127.0.0.1', noDelay: true })];
    pair[1].on('error', () => {});
    this.#pairs.add(pair);
    for (const socket of pair)
      socket.on('close', () => {
        if (!this.#isCut) this.#part(pair);
      });
    this.#join(pair);
  }

  #join(pair: Pair): void {
    const [client, server] = pair;
    if (client.destroyed || server.destroyed) this.#part(pair);
    else {
      client.pipe(server);
      server.pipe(client);
    }
  }

  #part(pair: Pair): void {
    this.#pairs.delete(pair);
    for (const socket of pair) socket.destroy();
  }
}
