import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../../domain/context/context.ts';
import { staleAnswers } from '../../platform/telemetry/counters.ts';
import type { Headers } from './answer.ts';

/** RFC 7234, 5.5.1. RFC 9111 has dropped it, because hardly anybody sent it; nothing else says this in a word. */
const WARNING = '110 - "Response is Stale"';

const NONE: Headers = [];

/** Requests that something cached can be sent in answer to when they fail. */
const replaceable = new WeakSet<IncomingMessage>();
export const markReplaceable = (req: IncomingMessage): void => void replaceable.add(req);
export const isReplaceable = (req: IncomingMessage): boolean => replaceable.has(req);

/**
 * What an answer says that nobody can confirm, because no primary answers; nothing of any other. It is counted.
 * @param asOf as of when it is, by `performance.now()`; null when it is as new as is promised
 */
export function staleHeaders(asOf: number | null, source: 'cache' | 'computed'): Headers {
  if (asOf === null) return NONE;
  staleAnswers.add(source);
  return [
    ['Age', String(Math.ceil((performance.now() - asOf) / 1_000))],
    ['Warning', WARNING],
  ];
}

/** As of when the answer to a request is that has been computed; null when it is as new as is promised. */
export const computedAsOf = ({ cache, caller, startedAt }: Context): number | null =>
  caller.login === null ? (cache.invalidator.staleness?.computedAsOf(startedAt) ?? null) : null;

/** Sets {@link staleHeaders} of an answer that has been computed. */
export function markComputed(res: ServerResponse, context: Context): void {
  for (const [name, value] of staleHeaders(computedAsOf(context), 'computed')) res.setHeader(name, value);
}
