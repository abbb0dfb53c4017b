import { userInfo } from 'node:os';
import { type Audit, auditTo } from '../../domain/access/audit.ts';
import { PasswordKeys } from '../../domain/access/password-keys.ts';
import { inTransaction } from '../../platform/postgres/orm.ts';
import { retryOnConflict } from '../../platform/postgres/retry.ts';
import { createLogger } from '../../platform/telemetry/log.ts';
import { loadConfig } from '../config.ts';
import { runMain } from './console.ts';
import { withDatabase } from './database.ts';
import { runCli } from './user.commands.ts';

/** The name of the operator, if the system has one; in containers users are often mere numbers. */
function operator(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? ''}`;
  }
}

async function main(argv: readonly string[]): Promise<number> {
  let note: Audit = () => {};
  return runCli(argv, {
    log: console.log,
    fail: console.error,
    audit: (entry) => note(entry),
    by: `${operator()} at the command line`,
    inTransaction: async (work) => {
      const config = loadConfig(process.env);
      note = auditTo(await createLogger(config.logLevel));
      return withDatabase(config, async ({ orm, secretKey }) => {
        const keys = new PasswordKeys(secretKey);
        const em = orm.em.fork();
        // Only this command works with a key that does not match the database.
        if (argv[0] !== 'adopt-key') await keys.check(em);
        return retryOnConflict(() => inTransaction(em, (transaction) => work(transaction, keys)));
      });
    },
  });
}

await runMain(() => main(process.argv.slice(2)));
