import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { countFunctions } from './run.ts';

interface Given {
  list?: string;
  json?: boolean;
}

const program = new Command('npm run coverage:request --')
  .description('Counts the functions of src that one warm request runs, whose answer is computed.')
  .addOption(
    new Option('--list <kind>', 'name them, by file').choices([
      'list',
      'single',
      'create',
      'change',
      'trash',
    ]),
  )
  .option('--json', 'name those of all kinds, as JSON')
  .action(async ({ list, json }: Given) => {
    const folder = mkdtempSync(join(tmpdir(), 'calendar-coverage-'));
    try {
      const counted = await countFunctions(join(folder, 'data'));
      if (json) return void process.stdout.write(`${JSON.stringify(Object.fromEntries(counted))}\n`);
      for (const [kind, functions] of counted) {
        const files = new Set(functions.map((one) => one.split(':', 1)[0]));
        process.stdout.write(`${kind}: ${functions.length} functions in ${files.size} files\n`);
      }
      for (const one of counted.get(list ?? '') ?? []) process.stdout.write(`${one}\n`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

await program.parseAsync();
