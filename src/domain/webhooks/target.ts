import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { BadValue } from '../../lib/errors.ts';
import { errorCode } from '../../lib/object.ts';
import { isPublicAddress } from '../../lib/public-address.ts';

const MAX_URL_LENGTH = 2_000;
/** Lower ports belong to other protocols, to which this service must not send anything. */
const FIRST_UNPRIVILEGED_PORT = 1_024;

/**
 * Checks the URL of a webhook: https, with a host that has a DNS name and is not on this machine or a private network.
 * `allowPrivate` allows http and all addresses. The receiver need not respond.
 * @throws BadValue with the reason
 */
export async function checkTarget(url: string, allowPrivate: boolean): Promise<string> {
  const target = URL.parse(url.trim());
  if (!target || !/^https?:$/.test(target.protocol)) throw new BadValue('is not an https address');
  if (target.protocol === 'http:' && !allowPrivate)
    throw new BadValue('does not begin with https; WEBHOOK_PRIVATE=true allows http');
  if (target.username !== '' || target.password !== '') throw new BadValue('has a login in it');
  if (target.hash !== '') throw new BadValue('has a fragment (#), which is never sent');
  if (target.href.length > MAX_URL_LENGTH) throw new BadValue(`has more than ${MAX_URL_LENGTH} characters`);
  if (!allowPrivate && target.port !== '' && Number(target.port) < FIRST_UNPRIVILEGED_PORT)
    throw new BadValue(`has the port ${target.port}; below ${FIRST_UNPRIVILEGED_PORT} only 443 is allowed`);
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
