import { PasswordKeys } from '../../domain/access/password-keys.ts';
import { inTransaction } from '../../platform/postgres/orm.ts';
import { loadConfig } from '../config.ts';
import { runMain } from './console.ts';
import { withDatabase } from './database.ts';
import { runCli } from './webhook.commands.ts';

await runMain(() => {
  const config = loadConfig(process.env);
  return runCli(process.argv.slice(2), {
    log: console.log,
    fail: console.error,
    allowPrivate: config.settings.webhookPrivate,
    inTransaction: (work) =>
      withDatabase(config, async ({ orm, secretKey }) => {
        const keys = new PasswordKeys(secretKey);
        const em = orm.em.fork();
        await keys.check(em);
        return inTransaction(em, (transaction) => work(transaction, keys));
      }),
  });
});
