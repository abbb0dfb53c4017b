import { Runner } from '../api/graphql/runner.ts';
import { Deliveries } from '../api/webhooks/deliveries.ts';
import { PasswordKeys } from '../domain/access/password-keys.ts';
import { NAMESPACE } from '../lib/namespace.ts';
import { kysely } from '../platform/postgres/orm.ts';
import type { Services } from './services.ts';

/**
 * Begins to deliver to webhooks, as soon as something is stored.
 * @param url where the service listens: records are shown with that as their address where there is no BASE_URL
 */
export function openWebhooks({ deps, clock, contract, schema, contexts }: Services, url: string): Deliveries {
  const { config, database, dataVersion, log } = deps;
  const site = config.baseUrl ?? url;
  const urls = { site, host: new URL(site).hostname, rest: `${site}/${NAMESPACE}` };
  const { em } = database.orm;
  const deliveries = new Deliveries({
    contract,
    schema,
    runner: new Runner(schema),
    db: kysely(em),
    em,
    keys: new PasswordKeys(config.secretKey),
    log,
    clock,
    allowPrivate: config.settings.webhookPrivate,
    contextOf: (caller) => contexts.ofUser(caller, urls),
  });
  dataVersion.onAdvance(() => deliveries.wake());
  deliveries.open();
  return deliveries;
}
