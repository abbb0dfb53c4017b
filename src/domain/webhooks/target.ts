import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { BadValue } from '../../lib/errors.ts';
import { errorCode } from '../../lib/object.ts';
import { isPublicAddress } from '../../lib/public-address.ts';

const MOST = 2_000;
/** Ports below are those of other protocols, which must not be sent anything by us. */
const FREE_PORTS = 1_024;

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
  const refused = allowPrivate ? undefined : addresses.find((address) => !isPublicAddress(address));
  if (refused !== undefined) {
    const which = refused === host ? 'the private address' : `${host}, which has the private address`;
    throw new BadValue(`leads to ${which} ${refused}; WEBHOOK_PRIVATE=true allows that`);
  }
  return target.href;
}

async function resolve(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    throw new BadValue(`leads nowhere: ${host} cannot be resolved (${String(errorCode(error))})`);
  }
}
