import { createReadStream } from 'node:fs';
import { PasswordKeys, SecretKeyError } from '../../domain/access/password-keys.ts';
import { BackupError, linesOf } from '../../transfer/backup/lines.ts';
import { openBackup, restore } from '../../transfer/backup/restore.ts';
import { loadConfig } from '../config.ts';
import { ownRelease, sizeOf } from './backup-file.ts';
import { CommandError, runMain } from './console.ts';
import { withDatabase } from './database.ts';
import { unreadableMessage } from './input-file.ts';
import { program, runCommand } from './program.ts';

async function restoreFrom(file: string, { create = false }): Promise<void> {
  const config = loadConfig(process.env);
  // Check the backup before --create creates a calendar.
  const open = await openBackup(linesOf(createReadStream(file)), ownRelease());
  await withDatabase(
    config,
    async ({ orm, secretKey }) => {
      const em = orm.em.fork();
      console.log(`${sizeOf(await restore(em, open))} ← ${file}`);
      await new PasswordKeys(secretKey).check(em.fork()).catch((error: unknown) => {
        if (!(error instanceof SecretKeyError)) throw error;
        console.log(`Passwords do not work yet. ${error.message}`);
      });
    },
    { create },
  );
}

/** Converts errors that the user can fix to a sentence about the file. */
const asCommandError = (file: string, error: unknown): unknown => {
  const sentence =
    error instanceof BackupError ? `${file} ${error.message}.` : unreadableMessage(file, error);
  return sentence === undefined ? error : new CommandError(sentence);
};

const command = program(
  'npm run restore --',
  'Restores a file of "npm run backup" into an empty calendar, all or nothing.',
  { log: console.log, fail: console.error },
);
command
  .argument('<FILE>', 'the backup')
  .option('--create', 'create the calendar first if it does not exist')
  .action((file: string, options: { create?: boolean }) =>
    restoreFrom(file, options).catch((error: unknown) => {
      throw asCommandError(file, error);
    }),
  );

await runMain(async () => runCommand(command, process.argv.slice(2)));
