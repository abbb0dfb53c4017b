import { type Response, Router } from 'express';
import { ServiceError } from '../../lib/errors.ts';
import { annotateRequest } from '../../platform/telemetry/current.ts';
import { uncached } from './response-cache.ts';

/** The phases of the service. `/readyz` answers 200 only in the middle one. */
type Phase = 'starting' | 'serving' | 'leaving';

/** The service as it is at the moment. */
export interface Lifecycle {
  phase: Phase;
}

interface ProbesDeps {
  lifecycle: Readonly<Lifecycle>;
  /** Whether the database answers. */
  probe(): Promise<boolean>;
  sendError(res: Response, error: ServiceError): void;
}

const PROBE_MS = 2_000;
const REFUSALS = { starting: 'The service is starting.', leaving: 'The service is about to stop.' } as const;

/** The error while the service is not ready; noted as no failure of the service. */
export function notReady(phase: keyof typeof REFUSALS): ServiceError {
  annotateRequest({ phase });
  return new ServiceError('service_unavailable', { message: REFUSALS[phase] });
}

/** `/healthz`: the process is alive. `/readyz`: it is ready for requests, else 503. */
export function probesRouter({ lifecycle, probe, sendError }: ProbesDeps): Router {
  const router = Router();
  router.get(
    '/healthz',
    (_req, res) => void uncached(res).set('Cache-Control', 'no-store').json({ status: 'alive' }),
  );
  router.get('/readyz', async (_req, res) => {
    const { phase } = lifecycle;
    if (phase !== 'serving') return sendError(res, notReady(phase));
    const late = new Promise<false>((resolve) => setTimeout(resolve, PROBE_MS, false).unref());
    if (await Promise.race([probe(), late]))
      uncached(res).set('Cache-Control', 'no-store').json({ status: 'ready' });
    else sendError(res, new ServiceError('service_unavailable'));
  });
  return router;
}
