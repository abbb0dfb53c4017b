import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changeTriggers } from './change-triggers.ts';
import type { Differences } from './differences.ts';

const FILE = /^(\d{14})-[a-z0-9-]+\.ts$/;

/** Names of the migrations of a folder, oldest first. */
async function migrationNames(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => FILE.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
}

const className = (name: string): string => `Migration${name.slice(0, 14)}`;

/** The list of the migrations of a folder, as a module. */
export async function migrationsIndex(folder: string): Promise<string> {
  const names = await migrationNames(folder);
  return [
    ...names.map((name) => `import { ${className(name)} } from './${name}.ts';`),
    '',
    '/** All migrations, oldest first. Written by `npm run migration:create`. */',
    'export const migrationsList = [',
    ...names.map((name) => `  { name: '${name}', class: ${className(name)} },`),
    '];',
    '',
  ].join('\n');
}

const templateLiteral = (statement: string): string => `\`${statement.replace(/[`$\\]/g, '\\$&')}\``;

function method(name: 'up' | 'down', statements: readonly string[]): string {
  const [only] = statements;
  const lines = statements.map((statement) => `    this.addSql(${templateLiteral(statement)});`);
  return `  override ${name}(): void {\n${only === undefined ? '' : `${lines.join('\n')}\n`}  }\n`;
}

/**
 * Search indexes need an extension that not every database has, and searches work without them. Where it is
 * missing the migration skips them, as the first one does.
 */
const guarded = (statement: string): string =>
  /\bgin_trgm_ops\b/.test(statement)
    ? `do $$ begin if exists (select from pg_extension where extname = 'pg_trgm') then ${statement}; end if; end $$`
    : statement;

/** A migration as a module. */
const migrationText = (
  name: string,
  { up, down }: Differences,
): string => `import { Migration } from '@mikro-orm/migrations';

export class ${className(name)} extends Migration {
${method('up', [...up.map(guarded), ...up.flatMap(changeTriggers)])}
${method('down', down.map(guarded))}}
`;

/**
 * Writes a migration and lists it.
 * @param name in words, such as `capacity of events`
 * @returns the path of the migration
 */
export async function writeMigration(
  name: string,
  differences: Differences,
  { folder, now = new Date() }: { folder: string; now?: Date },
): Promise<string> {
  const moment = now.toISOString().replace(/\D/g, '').slice(0, 14);
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const file = `${moment}-${words || 'change'}`;
  const path = join(folder, `${file}.ts`);
  await writeFile(path, migrationText(file, differences), { flag: 'wx' });
  await writeFile(join(folder, 'index.ts'), await migrationsIndex(folder));
  return path;
}
