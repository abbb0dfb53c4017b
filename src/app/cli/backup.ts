import { createGzip } from 'node:zlib';
import { backup } from '../../transfer/backup/backup.ts';
import { loadConfig } from '../config.ts';
import { ownRelease, sizeOf } from './backup-file.ts';
import { runMain } from './console.ts';
import { withDatabase } from './database.ts';
import { assertNoFile, toFile } from './output-file.ts';
import { program, runCommand } from './program.ts';

/** `calendar-2031-05-14-193000.jsonl.gz`, in UTC. */
const defaultName = (now: Date): string =>
  `calendar-${now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}.jsonl.gz`;

async function save(file: string = defaultName(new Date()), { overwrite = false }): Promise<void> {
  const config = loadConfig(process.env);
  if (!overwrite) await assertNoFile(file, 'Give another name, or --overwrite.');
  await withDatabase(config, async ({ orm }) => {
    const counts = await toFile(file, (write) => backup(orm.em.fork(), ownRelease(), write), createGzip());
    console.log(`${sizeOf(counts)} → ${file}`);
    const key =
      config.embedded && config.secretKey === undefined ? `${config.dataDir}/secret-key` : 'SECRET_KEY';
    console.log(`Keep ${key} too: without it the passwords in the file are worth nothing.`);
  });
}

const command = program(
  'npm run backup --',
  'Writes every table at one moment, secrets included, as compressed lines of JSON that "npm run restore" reads.',
  { log: console.log, fail: console.error },
);
command
  .argument('[FILE]', 'where to; in this folder with the time in its name unless given')
  .option('--overwrite', 'replaces a file that is there')
  .action(save);

await runMain(async () => runCommand(command, process.argv.slice(2)));
