/** The address of a database, as libpq reads it: it may name several servers. */
export interface DatabaseAddress {
  /** One address for each server, in the order in which they are tried. */
  readonly servers: readonly [string, ...string[]];
  /** Whether only a server that takes writes will do (`target_session_attrs`). */
  readonly isForWriting: boolean;
}

const FORM = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(\/[^/?#]+(?:\?[^#]*)?)$/i;
/**
 * Values of `target_session_attrs`. Unlike in libpq the first is the default, because a service on a standby
 * would refuse every write; those that want a standby are left out for the same reason.
 */
const FOR_WRITING: Readonly<Record<string, boolean>> = { 'read-write': true, primary: true, any: false };

/** @returns undefined for a text that is no address of a database, or leads to servers that take no writes */
export function readAddress(text: string): DatabaseAddress | undefined {
  const [, before = '', hosts = '', after = ''] = FORM.exec(text) ?? [];
  const [first = '', ...others] = hosts.split(',').map((host) => `${before}${host}${after}`);
  const urls = [first, ...others].map((server) => URL.parse(server));
  if (urls.some((url) => url === null || url.hostname === '')) return undefined;
  const parameters = urls[0]?.searchParams;
  // Several servers have to be named before the path.
  if (parameters?.get('host')?.includes(',')) return undefined;
  const isForWriting = FOR_WRITING[parameters?.get('target_session_attrs') ?? 'read-write'];
  return isForWriting === undefined ? undefined : { servers: [first, ...others], isForWriting };
}

/** As {@link readAddress}. @throws TypeError */
export function requireAddress(text: string): DatabaseAddress {
  const address = readAddress(text);
  if (!address) throw new TypeError('that is not the address of a database');
  return address;
}

/**
 * The host and port of a server; a host as parameter, for sockets, counts more than the one before the path.
 */
export function hostAndPort(server: string): { host: string; port: string } {
  const { hostname, port, searchParams } = new URL(server);
  const host = decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1');
  return { host: searchParams.get('host') ?? host, port: searchParams.get('port') ?? port };
}

/** The address of a database without user and password, for messages. */
export function redactedAddress(text: string): string {
  const { servers } = requireAddress(text);
  const hosts = servers.map((server) => {
    const { host, port } = hostAndPort(server);
    return `${host}${port && `:${port}`}`;
  });
  return `${hosts.join(',')}${new URL(servers[0]).pathname}`;
}

/** The name of the database at an address. */
export const databaseName = (text: string): string =>
  decodeURIComponent(new URL(requireAddress(text).servers[0]).pathname.slice(1));
