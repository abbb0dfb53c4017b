import { type Response, Router } from 'express';
import { ServiceError } from '../../lib/errors.ts';
import { annotateRequest } from '../../platform/telemetry/current.ts';
import { uncached } from './response-cache.ts';

type Phase = 'starting' | 'serving' | 'stopping';

/** The current phase of the service; `/readyz` returns 200 only while serving. */
export interface Lifecycle {
  phase: Phase;
}

interface ProbesDeps {
  lifecycle: Readonly<Lifecycle>;
  /** Whether the database responds. */
  probe(): Promise<boolean>;
  sendError(res: Response, error: ServiceError): void;
}

const PROBE_TIMEOUT_MS = 2_000;
const NOT_READY_MESSAGES = {
  starting: 'The service is starting.',
  stopping: 'The service is shutting down.',
} as const;

/** The error while the service is not ready; marked so that it is not logged as a failure. */
export function notReady(phase: keyof typeof NOT_READY_MESSAGES): ServiceError {
  annotateRequest({ phase });
  return new ServiceError('service_unavailable', { message: NOT_READY_MESSAGES[phase] });
}

/** `/healthz`: the process is alive. `/readyz`: 200 if it is ready for requests, else 503. */
export function probesRouter({ lifecycle, probe, sendError }: ProbesDeps): Router {
  const router = Router();
  router.get(
    '/healthz',
    (_req, res) => void uncached(res).set('Cache-Control', 'no-store').json({ status: 'alive' }),
  );
  router.get('/readyz', async (_req, res) => {
    const { phase } = lifecycle;
    if (phase !== 'serving') return sendError(res, notReady(phase));
    const timeout = new Promise<false>((resolve) => setTimeout(resolve, PROBE_TIMEOUT_MS, false).unref());
    if (await Promise.race([probe(), timeout]))
      uncached(res).set('Cache-Control', 'no-store').json({ status: 'ready' });
    else sendError(res, new ServiceError('service_unavailable'));
  });
  return router;
}
