import { rebuildTotals } from '../../domain/totals/merge.ts';
import { kysely } from '../../platform/postgres/orm.ts';
import { loadConfig } from '../config.ts';
import { runMain } from './console.ts';
import { withDatabase } from './database.ts';
import { program, runCommand } from './program.ts';

const command = program(
  'npm run totals --',
  'Rebuilds the materialized totals of events while the service runs; says how many were wrong.',
  { log: console.log, fail: console.error },
).action(async () => {
  const { scopes, wrong } = await withDatabase(loadConfig(process.env), ({ orm }) =>
    rebuildTotals(kysely(orm.em.fork())),
  );
  const lists = scopes === 1 ? '1 list of events' : `${scopes} lists of events`;
  console.log(`The totals of ${lists} are rebuilt; ${wrong === 0 ? 'none' : wrong} were wrong or missing.`);
});

await runMain(async () => runCommand(command, process.argv.slice(2)));
