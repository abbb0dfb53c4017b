const FORM = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?[^/?#@,]+\/[^/?#]+(?:\?[^#]*)?$/i;

/** Whether a text is the address of a database on one server. */
export function isDatabaseUrl(text: string): boolean {
  const url = FORM.test(text) ? URL.parse(text) : null;
  return url !== null && url.hostname !== '' && !url.searchParams.get('host')?.includes(',');
}

function requireAddress(text: string): URL {
  if (!isDatabaseUrl(text)) throw new TypeError('this is not the address of a database');
  return new URL(text);
}

/** The address of a database without user and password, for messages. @throws TypeError */
export function redactedAddress(text: string): string {
  const { hostname, port, pathname, searchParams } = requireAddress(text);
  // A host parameter, used for sockets, overrides the host before the path.
  const host = searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1');
  const at = searchParams.get('port') ?? port;
  return `${host}${at && `:${at}`}${pathname}`;
}

/** @throws TypeError */
export const databaseName = (text: string): string =>
  decodeURIComponent(requireAddress(text).pathname.slice(1));
