import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { Option } from 'commander';
import { exportJson } from '../carry/export-json.ts';
import { loadConfig } from '../config.ts';
import { atConsole } from './console.ts';
import { withDatabase } from './database.ts';
import { program, run } from './program.ts';

/** Takes lines as fast as they can be written. */
type WriteLine = (text: string) => Promise<void>;

const writer =
  (stream: NodeJS.WritableStream): WriteLine =>
  async (text) => {
    if (!stream.write(`${text}\n`)) await once(stream, 'drain');
  };

/** Writes a file that is there whole, or not at all. */
async function toFile(path: string, work: (write: WriteLine) => Promise<void>): Promise<void> {
  const partial = `${path}.partial`;
  const stream = createWriteStream(partial, { mode: 0o600 });
  try {
    await once(stream, 'open');
    await work(writer(stream));
    stream.end();
    await finished(stream);
    await rename(partial, path);
  } catch (error) {
    stream.destroy();
    await rm(partial, { force: true });
    throw error;
  }
}

interface Options {
  output?: string;
}

async function save({ output }: Options): Promise<void> {
  const config = loadConfig(process.env);
  const host = config.baseUrl === undefined ? null : new URL(config.baseUrl).hostname;
  await withDatabase(config, async ({ orm }) => {
    const work = (write: WriteLine): Promise<void> =>
      exportJson(orm.em.fork(), host, (line) => write(JSON.stringify(line)));
    await (output === undefined ? work(writer(process.stdout)) : toFile(output, work));
  });
}

const command = program('npm run export --', 'Writes everything that the calendar holds, but no passwords.', {
  log: console.log,
  fail: console.error,
});
command
  .addOption(new Option('--format <FORMAT>', 'a record a line').choices(['json']).default('json'))
  .option('-o, --output <FILE>', 'where to; to the console unless given')
  .action(save);

await atConsole(async () => run(command, process.argv.slice(2)));
