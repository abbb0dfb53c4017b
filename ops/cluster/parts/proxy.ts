import { type Nginx, startNginx } from '../../../bench/support/nginx.ts';
import type { Stage } from './stage.ts';

/** All clients of a load have the same address, so the rate limit of nginx is raised. */
const LIMIT = 'rate=50r/s';
const UNLIMITED = 'rate=100000r/s';

/** Starts nginx with `deploy/nginx.conf` in front of HAProxy. */
export async function startProxy(stage: Stage): Promise<Nginx> {
  const nginx = await startNginx({
    ports: [stage.port('calendar')],
    port: stage.port('nginx'),
    securePort: stage.port('nginx', 1),
    replaced: { [LIMIT]: UNLIMITED },
  });
  stage.onClose(() => nginx.stop());
  return nginx;
}
