import type { ServerResponse } from 'node:http';
import { ServiceError } from '../errors.ts';

/** Aborted when the client disconnects before it was answered: then nobody waits for the answer. */
export function goneSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort(new ServiceError('client_closed_request'));
  });
  return controller.signal;
}
