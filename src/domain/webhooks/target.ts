import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { RequestFilteringHttpAgent } from 'request-filtering-agent';
import { BadValue } from '../../lib/errors.ts';
import { errorCode } from '../../lib/object.ts';

const MOST = 2_000;
/** Ports below are those of other protocols, which must not be sent anything by us. */
const FREE_PORTS = 1_024;
/** How soon the filter says that it refuses an address, in milliseconds. */
const REFUSED_MS = 20;

/**
 * Checks where a webhook leads: an address with https, of a host that has a name and is not on this machine or a
 * private network. With `allowPrivate` http and all addresses are right. Whether anybody answers there does not matter.
 * @throws BadValue with the reason
 */
export async function checkTarget(url: string, allowPrivate: boolean): Promise<string> {
  const target = URL.parse(url.trim());
  if (!target || !/^https?:$/.test(target.protocol)) throw new BadValue('is not an https address');
  if (target.protocol === 'http:' && !allowPrivate)
    throw new BadValue('does not begin with https; WEBHOOK_PRIVATE=true allows http');
  if (target.username !== '' || target.password !== '') throw new BadValue('has a login in it');
  if (target.hash !== '') throw new BadValue('has a fragment (#), which is never sent');
  if (target.href.length > MOST) throw new BadValue(`has more than ${MOST} characters`);
  if (!allowPrivate && target.port !== '' && Number(target.port) < FREE_PORTS)
    throw new BadValue(`has the port ${target.port}; below ${FREE_PORTS} only 443 is allowed`);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await resolve(host);
  if (!allowPrivate)
    for (const address of addresses) await assertPublic(host, address, Number(target.port || 443));
  return target.href;
}

async function resolve(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    throw new BadValue(`leads nowhere: ${host} cannot be resolved (${String(errorCode(error))})`);
  }
}

/** Asks the filter that deliveries go through, which refuses before it connects. */
async function assertPublic(host: string, address: string, port: number): Promise<void> {
  let refused: Error | undefined;
  const refuse = (error: unknown): void => {
    if (error instanceof Error && error.message.includes('is not allowed')) refused = error;
  };
  try {
    const socket = new RequestFilteringHttpAgent().createConnection({ host: address, port });
    socket.on('error', refuse);
    await pause(REFUSED_MS);
    socket.destroy();
  } catch (error) {
    refuse(error);
  }
  const which = address === host ? 'the private address' : `${host}, which has the private address`;
  if (refused) throw new BadValue(`leads to ${which} ${address}; WEBHOOK_PRIVATE=true allows that`);
}
