import { createGzip } from 'node:zlib';
import { backup } from '../../transfer/backup/backup.ts';
import { loadConfig } from '../config.ts';
import { ownRelease, sizeOf } from './backup-file.ts';
import { runMain } from './console.ts';
import { withDatabase } from './database.ts';
import { assertNoFile, writeToFile } from './output-file.ts';
import { program, runCommand } from './program.ts';

/** `calendar-2031-05-14-193000.jsonl.gz`, in UTC. */
const defaultName = (now: Date): string =>
  `calendar-${now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}.jsonl.gz`;

async function save(file: string = defaultName(new Date()), { overwrite = false }): Promise<void> {
  const config = loadConfig(process.env);
  if (!overwrite) await assertNoFile(file, 'Use another name, or --overwrite.');
  await withDatabase(config, async ({ orm }) => {
    const counts = await writeToFile(
      file,
      (write) => backup(orm.em.fork(), ownRelease(), write),
      createGzip(),
    );
    console.log(`${sizeOf(counts)} → ${file}`);
    const key =
      config.embedded && config.secretKey === undefined ? `${config.dataDir}/secret-key` : 'SECRET_KEY';
    console.log(`Keep ${key} too: the passwords in the file do not work without it.`);
  });
}

const command = program(
  'npm run backup --',
  'Writes a snapshot of all tables, including secrets, as compressed lines of JSON for "npm run restore".',
  { log: console.log, fail: console.error },
);
command
  .argument('[FILE]', 'the file to write (default: in this folder, with the time in its name)')
  .option('--overwrite', 'replace an existing file')
  .action(save);

await runMain(async () => runCommand(command, process.argv.slice(2)));
