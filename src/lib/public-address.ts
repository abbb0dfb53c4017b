import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/** Networks that are not public, from the IANA registries, plus the host address of Azure. */
const SPECIAL = {
  ipv4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
    ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3', '168.63.129.16/32'],
  ],
  // Only 2000::/3 is public. ::/3 includes the forms that embed an IPv4 address.
  ipv6: ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
};

/** One list per family, because Node also compares IPv4 addresses with IPv6 networks. */
function listOf(family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of SPECIAL[family]) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
const SPECIAL_4 = listOf('ipv4');
const SPECIAL_6 = listOf('ipv6');

/** Whether an IP address is not local, private or of other special use. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address) ? !SPECIAL_6.check(address, 'ipv6') : !SPECIAL_4.check(address, 'ipv4');

const notAllowed = (host: string, address: string): Error =>
  new Error(`${host} leads to ${address}, which is not allowed`);

/**
 * Checks a URL whose host is an IP address, because such connections need no DNS lookup.
 * @param allowed addresses that may be private
 * @throws Error for an address that is not public
 */
export function assertNotPrivate({ hostname }: URL, allowed: readonly string[] = []): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host) && !allowed.includes(host)) throw notAllowed(hostname, host);
}

/**
 * A DNS lookup for connections. Fails if any address of the name is not public.
 * @param allowed addresses that may be private
 */
export const lookupPublicOrAllowed =
  (allowed: readonly string[]): LookupFunction =>
  (host, options, done) =>
    lookup(host, options, (error, found, family) => {
      const all: readonly LookupAddress[] = Array.isArray(found) ? found : [{ address: found, family }];
      const isRefused = ({ address }: LookupAddress): boolean =>
        !isPublicAddress(address) && !allowed.includes(address);
      const refused = error ? undefined : all.find(isRefused);
      done(refused ? notAllowed(host, refused.address) : error, found, family);
    });

export const lookupPublic = lookupPublicOrAllowed([]);
