import type { Socket } from 'node:net';
import { networkOf } from '../../lib/network.ts';

/**
 * Once this share of all connections is open, a network that has {@link NETWORK_SHARE} of them gets no more: the
 * rest is for others (decisions/0053).
 */
const SCARCE = 0.75;
const NETWORK_SHARE = 0.25;

export interface NetworkLimits {
  maxConnections: number;
  /** Whether connections from this address are of a proxy, behind which there are many clients. */
  isProxy(address: string): boolean;
}

/** How many connections each network has. */
export class Networks {
  readonly #limits: NetworkLimits;
  readonly #counts = new Map<string, number>();

  constructor(limits: NetworkLimits) {
    this.#limits = limits;
  }

  /** The network of a client; null behind a proxy, where it is not known before the first request. */
  of({ remoteAddress = '' }: Socket): string | null {
    return this.#limits.isProxy(remoteAddress) ? null : networkOf(remoteAddress);
  }

  /** Counts a connection that was opened (1) or closed (-1). */
  count(network: string | null, change: 1 | -1): void {
    if (network === null) return;
    const count = (this.#counts.get(network) ?? 0) + change;
    if (count > 0) this.#counts.set(network, count);
    else this.#counts.delete(network);
  }

  /** Whether a network has so many connections that it gets no more while they are scarce. */
  hasShare(network: string | null): boolean {
    const most = Math.ceil(this.#limits.maxConnections * NETWORK_SHARE);
    return network !== null && (this.#counts.get(network) ?? 0) >= most;
  }

  /** Whether a network gets one more connection only in place of its own. @param open how many there are of all */
  isFull(network: string | null, open: number): boolean {
    return open >= Math.ceil(this.#limits.maxConnections * SCARCE) && this.hasShare(network);
  }
}
