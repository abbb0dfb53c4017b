import type { Context } from '../context.ts';
import type { Binding, Json, Route } from '../contract/types.ts';
import { ServiceError } from '../errors.ts';
import { namesTag, tagOf } from '../http/etag.ts';
import type { Target } from './request/arguments.ts';
import type { RestDeps } from './requirements.ts';

/**
 * Checks `If-Match` of a change or deletion against what a GET of the same address would answer (RFC 9110,
 * 13.1.1). It runs inside the transaction, once the record is locked, so that of many writers with the same
 * tag one wins.
 * @param finish makes the REST body of the data
 * @returns a check that throws precondition_failed 412, or null where there is nothing to check
 */
export function preconditionOf(
  deps: RestDeps,
  { bindings }: Route,
  { operation }: Binding,
  header: string | undefined,
  target: Target,
  finish: (data: Json, reading: Binding) => Json,
): ((context: Context) => Promise<void>) | null {
  const reading = bindings.find((binding) => binding.methods.includes('GET'));
  if (header === undefined || operation.kind === 'query' || !reading?.pathParam) return null;
  return async (context) => {
    const { document, field } = reading.operation;
    const { data } = await deps.execute(document, { ...target }, context);
    const text = isRecord(data?.[field]) ? JSON.stringify(finish(data[field], reading)) : null;
    if (text === null || !namesTag(header, tagOf(text), true)) throw new ServiceError('precondition_failed');
  };
}

const isRecord = (data: unknown): data is { [key: string]: Json } =>
  typeof data === 'object' && data !== null;
