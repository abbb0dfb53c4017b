import { createReadStream } from 'node:fs';
import { PasswordKeys, SecretKeyError } from '../../domain/access/password-keys.ts';
import { BackupError, linesOf } from '../../transfer/backup/lines.ts';
import { openBackup, restore } from '../../transfer/backup/restore.ts';
import { loadConfig } from '../config.ts';
import { ownRelease, sizeOf } from './backup-file.ts';
import { CommandError, runMain } from './console.ts';
import { withDatabase } from './database.ts';
import { unreadable } from './input-file.ts';
import { program, runCommand } from './program.ts';

async function restoreFrom(file: string, { create = false }): Promise<void> {
  const config = loadConfig(process.env);
  // Before a calendar is made for it.
  const open = await openBackup(linesOf(createReadStream(file)), ownRelease());
  await withDatabase(
    config,
    async ({ orm, secretKey }) => {
      const em = orm.em.fork();
      console.log(`${sizeOf(await restore(em, open))} ← ${file}`);
      await new PasswordKeys(secretKey).check(em.fork()).catch((error: unknown) => {
        if (!(error instanceof SecretKeyError)) throw error;
        console.log(`No password works yet. ${error.message}`);
      });
    },
    { create },
  );
}

/** Turns errors that a person can mend into a sentence about the file. */
const asCommandError = (file: string, error: unknown): unknown => {
  const sentence = error instanceof BackupError ? `${file} ${error.message}.` : unreadable(file, error);
  return sentence === undefined ? error : new CommandError(sentence);
};

const command = program(
  'npm run restore --',
  'Stores what "npm run backup" has written in an empty calendar, all of it or nothing.',
  { log: console.log, fail: console.error },
);
command
  .argument('<FILE>', 'the backup')
  .option('--create', 'makes the calendar first where there is none')
  .action((file: string, options: { create?: boolean }) =>
    restoreFrom(file, options).catch((error: unknown) => {
      throw asCommandError(file, error);
    }),
  );

await runMain(async () => runCommand(command, process.argv.slice(2)));
