import { type Nginx, startNginx } from '../../../bench/support/nginx.ts';
import type { Stage } from './stage.ts';

/** All clients of a load have one address, which sends more than nginx lets one. */
const LIMIT = 'rate=50r/s';
const UNLIMITED = 'rate=100000r/s';

/** Starts nginx with `deploy/nginx.conf` before HAProxy's address of the instances. */
export async function startProxy(stage: Stage): Promise<Nginx> {
  const nginx = await startNginx({
    ports: [stage.port('calendar')],
    port: stage.port('nginx'),
    securePort: stage.port('nginx', 1),
    replaced: { [LIMIT]: UNLIMITED },
  });
  stage.beforeLeaving(() => nginx.stop());
  return nginx;
}
