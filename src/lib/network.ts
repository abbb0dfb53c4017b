/**
 * The network that a request comes from, by which clients are counted: an IPv4 address as it is; of an IPv6
 * address the first 64 bits, because whoever has one such address has all of them.
 * @param address as Node writes it; anything else is its own network
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
 * Who has a queue of their own where requests wait (lib/semaphore.ts): a login with the right password,
 * else a network.
 * @param address of the client, behind proxies that are trusted
 */
export const clientOf = (login: string | null, address: string | undefined): string =>
  login === null ? `network ${networkOf(address ?? '')}` : `login ${login}`;
