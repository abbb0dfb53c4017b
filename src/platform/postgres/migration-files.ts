import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changeTriggers } from './change-triggers.ts';
import type { Differences } from './schema-comparison.ts';

const FILE = /^(\d{14})-[a-z0-9-]+\.ts$/;

/** Names of the migrations in a folder, oldest first. */
async function migrationNames(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => FILE.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
}

const className = (name: string): string => `Migration${name.slice(0, 14)}`;

/** The module that lists the migrations of a folder. */
export async function migrationsIndex(folder: string): Promise<string> {
  const names = await migrationNames(folder);
  return [
    `import type { MigrationObject } from '@mikro-orm/core';`,
    ...names.map((name) => `import { ${className(name)} } from './${name}.ts';`),
    '',
    '/** All migrations, oldest first. Written by `npm run migration:create`. */',
    'export const migrationsList: readonly MigrationObject[] = [',
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

/** Skips search indexes if pg_trgm is not installed, as the first migration does; searches work without them. */
const ifSearchable = (statement: string): string =>
  /\bgin_trgm_ops\b/.test(statement)
    ? `do $$ begin if exists (select from pg_extension where extname = 'pg_trgm') then ${statement}; end if; end $$`
    : statement;

/** The module of a migration. */
const migrationText = (
  name: string,
  { up, down }: Differences,
): string => `import { Migration } from '@mikro-orm/migrations';

export class ${className(name)} extends Migration {
${method('up', [...up.map(ifSearchable), ...up.flatMap(changeTriggers)])}
${method('down', down.map(ifSearchable))}}
`;

interface Index {
  readonly name: string;
  /** The part of `create index` after the name. */
  readonly definition: string;
  readonly unique: boolean;
}

/**
 * The index that a statement creates. Search indexes are not recognized: whether pg_trgm is installed is only known
 * inside the statement.
 */
function indexOf(statement: string): (Index & { table: string }) | undefined {
  const [, unique, name = '', definition = '', table = ''] =
    /^create (unique )?index "?(\w+)"? (on "?(\w+)"? .*)$/s.exec(ifSearchable(statement)) ?? [];
  return name === '' ? undefined : { name, definition, table, unique: unique !== undefined };
}

const indexCall = ({ name, definition, unique }: Index): string =>
  `    this.index('${name}', ${templateLiteral(definition)}${unique ? ', { unique: true }' : ''});\n`;

/** @param before earlier definitions of the indexes, for `down` */
const indexMigrationText = (
  name: string,
  indexes: readonly Index[],
  before: readonly Index[],
): string => `import { StepMigration } from '../../platform/postgres/step-migration.ts';

export class ${className(name)} extends StepMigration {
  override up(): void {
${indexes.map(indexCall).join('')}  }

  override down(): void {
${indexes
  .map((index) => {
    const former = before.find((one) => one.name === index.name);
    return former ? indexCall(former) : `    this.dropIndex('${index.name}');\n`;
  })
  .join('')}  }
}
`;

/**
 * Writes a migration, and a separate one for indexes of existing tables, and updates the list of migrations.
 * @param name in words, such as `capacity of events`
 * @returns the paths of the migrations
 */
export async function writeMigration(
  name: string,
  { up, down }: Differences,
  { folder, now = new Date() }: { folder: string; now?: Date },
): Promise<string[]> {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const created = new Set(up.map((statement) => /^create table "(\w+)"/.exec(statement)?.[1] ?? ''));
  const indexes = up
    .flatMap((statement) => indexOf(statement) ?? [])
    .filter(({ table }) => !created.has(table));
  const names = new Set(indexes.map((index) => index.name));
  const isNotIndexChange = (statement: string): boolean =>
    !names.has(indexOf(statement)?.name ?? /^drop index "(\w+)"$/.exec(statement)?.[1] ?? '');
  const rest = { up: up.filter(isNotIndexChange), down: down.filter(isNotIndexChange) };
  const timestamp = (seconds: number): string =>
    new Date(now.getTime() + seconds * 1_000).toISOString().replace(/\D/g, '').slice(0, 14);
  const files: [name: string, text: string][] = [];
  const add = (label: string, text: (file: string) => string): void => {
    const file = `${timestamp(files.length)}-${label}`;
    files.push([file, text(file)]);
  };
  if (rest.up.length > 0) add(words || 'change', (file) => migrationText(file, rest));
  if (indexes.length > 0)
    add(`indexes-of-${words || 'change'}`, (file) =>
      indexMigrationText(
        file,
        indexes,
        down.flatMap((statement) => indexOf(statement) ?? []),
      ),
    );
  const paths = files.map(([file]) => join(folder, `${file}.ts`));
  for (const [at, [, text]] of files.entries()) await writeFile(paths[at] ?? '', text, { flag: 'wx' });
  await writeFile(join(folder, 'index.ts'), await migrationsIndex(folder));
  return paths;
}
