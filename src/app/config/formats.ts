import { isIP } from 'node:net';
import type { Rate } from '../../api/http/rate-limit.ts';
import type { TrustProxy } from '../../api/http/site.ts';
import { mailtoOf } from '../../lib/email.ts';

const SECONDS: Record<string, number> = { s: 1, min: 60, h: 3_600 };

export function rate(text: string): Rate | undefined {
  const [, number, unit = ''] = /^([1-9]\d{0,6}) ?\/ ?(s|min|h)$/.exec(text) ?? [];
  const seconds = SECONDS[unit];
  return seconds === undefined ? undefined : { requests: Number(number), seconds };
}

const commaList = (text: string): string[] =>
  [...new Set(text.split(',').map((item) => item.trim()))].filter((item) => item !== '');

export function aliases(text: string): readonly string[] | undefined {
  const paths = commaList(text).map((path) => path.replace(/^\/+|(?<!\/)\/+$/g, ''));
  return paths.every((path) => /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)+$/.test(path)) ? paths : undefined;
}

export function hostNames(text: string): readonly string[] | undefined {
  const names = commaList(text).map((name) => name.toLowerCase());
  return names.every((name) => /^[\w-]+(\.[\w-]+)*$/.test(name)) ? names : undefined;
}

/** Contact URIs that security.txt allows (RFC 9116, 2.5.3); e-mail addresses become `mailto:`. */
export function contacts(text: string): readonly string[] | undefined {
  const uris = commaList(text).map((contact) => mailtoOf(contact) ?? contact);
  const isContact = (uri: string): boolean =>
    /^[\x21-\x7e]+$/.test(uri) && URL.canParse(uri) && /^(https|mailto|tel):./.test(uri);
  return uris.every(isContact) ? uris : undefined;
}

export function plainHttpUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.search === '' &&
    url.hash === '' &&
    url.username === ''
    ? url
    : undefined;
}

export function baseUrl(text: string): string | undefined {
  return plainHttpUrl(text)?.href.replace(/(?<!\/)\/+$/, '');
}

export function trustProxy(text: string): TrustProxy | undefined {
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (/^\d{1,3}$/.test(text)) return Number(text);
  const networks = commaList(text);
  return networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', prefix] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return bits > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits));
}

/** A BCP 47 locale in canonical form, if Intl supports its date formats. Accepts `de_DE`, as in POSIX and WordPress. */
export function locale(text: string): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(text.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** Checks a text that is shown on one line. */
export const oneLine =
  (maxLength: number) =>
  (text: string): string | undefined =>
    text.length <= maxLength && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? text : undefined;

/** An address to listen on: a port of 127.0.0.1, or `address:port` (`[::1]:9464`). */
export function listenAddress(text: string): { host: string; port: number } | undefined {
  const [, host = '127.0.0.1', port = ''] = /^(?:([\w.-]+|\[[\da-fA-F:.]+\]):)?(\d{1,5})$/.exec(text) ?? [];
  return port !== '' && Number(port) <= 65_535
    ? { host: host.replace(/[[\]]/g, ''), port: Number(port) }
    : undefined;
}
