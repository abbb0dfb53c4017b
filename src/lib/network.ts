/**
 * The network of a client address, for rate limits: an IPv4 address itself, or the first 64 bits of an IPv6 address,
 * because one client usually owns the whole /64.
 * @param address as Node formats it; any other text is its own network
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%');
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!/^[0-9a-f:]{2,39}$/.test(plain) || !plain.includes(':')) return plain.slice(0, 64);
  const [head = '', tail] = plain.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const first = groups(head);
  const last = groups(tail ?? '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const all = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/**
 * The key of a client's queue for waiting requests (lib/semaphore.ts): the login if authenticated, else the network.
 * @param address the client's address, as reported by trusted proxies
 */
export const clientKey = (login: string | null, address: string | undefined): string =>
  login === null ? `network ${networkOf(address ?? '')}` : `login ${login}`;
