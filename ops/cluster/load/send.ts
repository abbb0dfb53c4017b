import { AUTHORIZATION } from '../../../bench/support/service.ts';
import type { Ledger } from './ledger.ts';

/** Longer than the service waits for a connection and a statement together. */
const LONGEST_MS = 20_000;

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no response';
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause ? String(cause.code) : '';
  return cause.name === 'TimeoutError' ? `nothing in ${LONGEST_MS / 1_000} s` : code || cause.message;
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Sends a request and counts its status.
 * @returns the status, or the reason why there is none, and the body of a 2xx
 */
export async function send(
  ledger: Ledger,
  url: string,
  { method = 'GET', body }: { method?: string; body?: object } = {},
): Promise<{ status: string; body?: object }> {
  try {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(LONGEST_MS),
      ...(body && {
        headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const json: unknown = await response.json();
    const isBroken = response.ok && isObject(json) && 'errors' in json;
    const isBare = response.status === 503 && !response.headers.has('retry-after');
    const status = `${response.status}${isBroken ? ' with errors' : ''}${isBare ? ' without Retry-After' : ''}`;
    ledger.countStatus(status);
    return response.ok && !isBroken && isObject(json) ? { status, body: json } : { status };
  } catch (error) {
    const status = reasonOf(error);
    ledger.countStatus(status);
    return { status };
  }
}
