import { type Response, Router } from 'express';
import { ServiceError } from '../errors.ts';
import { note } from '../telemetry/current.ts';

/**
 * What the service is doing. `/readyz` says yes only in the middle phase; before it nothing else is answered
 * either.
 */
export type Phase = 'starting' | 'serving' | 'leaving';

export interface ProbesDeps {
  phase(): Phase;
  /** Whether the database answers. */
  probe(): Promise<boolean>;
  sendError(res: Response, error: ServiceError): void;
}

const PROBE_MS = 2_000;
const REFUSALS = { starting: 'The service is starting.', leaving: 'The service is about to stop.' } as const;

/**
 * `/healthz`: the process is alive. `/readyz`: it is ready for requests, else 503. Until it has started, 503
 * is the answer to everything else too.
 */
export function probesRouter({ phase, probe, sendError }: ProbesDeps): Router {
  const refuse = (res: Response, now: keyof typeof REFUSALS): void => {
    note({ phase: now });
    sendError(res, new ServiceError('service_unavailable', { message: REFUSALS[now] }));
  };
  const router = Router();
  router.get('/healthz', (_req, res) => void res.set('Cache-Control', 'no-store').json({ status: 'alive' }));
  router.use((_req, res, next) => (phase() === 'starting' ? refuse(res, 'starting') : next()));
  router.get('/readyz', async (_req, res) => {
    if (phase() === 'leaving') return refuse(res, 'leaving');
    const ready = await Promise.race([
      probe(),
      new Promise<false>((resolve) => setTimeout(resolve, PROBE_MS, false).unref()),
    ]);
    if (ready) res.set('Cache-Control', 'no-store').json({ status: 'ready' });
    else sendError(res, new ServiceError('service_unavailable'));
  });
  return router;
}
