import { hash } from 'node:crypto';

/** Encodings of responses, best first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const SUFFIX: Record<Encoding, string> = { br: '-br', gzip: '-gz', identity: '' };

/** The hash of a body before encoding. */
export const tagOf = (body: string | Buffer): string => hash('sha1', body, 'base64url');

/** A strong entity tag. Each encoding has its own, since the bytes differ (RFC 9110, 8.8.3). */
export const entityTag = (tag: string, encoding: Encoding): string => `"${tag}${SUFFIX[encoding]}"`;

/**
 * Whether If-None-Match or If-Match contains the tag, in any encoding, or is `*`.
 * @param strong whether to ignore weak tags (RFC 9110, 13.1.1)
 */
export function matchesTag(header: string, tag: string, strong: boolean): boolean {
  if (header.trim() === '*') return true;
  for (const [, weak, opaque] of header.matchAll(/(W\/)?"([^"]*)"/g)) {
    if (strong && weak) continue;
    if (opaque?.replace(/-(br|gz)$/, '') === tag) return true;
  }
  return false;
}

const PATTERNS: Record<Encoding, RegExp> = {
  br: /(?:^|[\s,])br(?:$|[\s,])/i,
  gzip: /(?:^|[\s,])(?:gzip|x-gzip|\*)(?:$|[\s,])/i,
  identity: /^/,
};

/**
 * The best encoding that an Accept-Encoding header allows; `identity` without a header.
 * @param encodings best first
 */
export function chooseEncoding(
  header: string | undefined,
  encodings: readonly Encoding[] = ENCODINGS,
): Encoding {
  if (header === undefined || header === '') return 'identity';
  // Shortcut for the headers of browsers and curl, which have no weights.
  if (!header.includes(';'))
    return encodings.find((encoding) => PATTERNS[encoding].test(header)) ?? 'identity';
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
    const q = parameters
      .map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1])
      .find((value) => value !== undefined);
    weights.set(name.trim(), q === undefined ? 1 : Number(q));
  }
  const weight = (encoding: Encoding): number =>
    weights.get(encoding) ?? (encoding === 'identity' ? 0.001 : (weights.get('*') ?? 0));
  return encodings.reduce((best, encoding) => (weight(encoding) > weight(best) ? encoding : best));
}
