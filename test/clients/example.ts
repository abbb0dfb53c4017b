import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The relevant part of the output of `npm init -y` of npm 11. */
const PACKAGE = '{ "name": "example", "version": "1.0.0", "main": "index.js", "type": "commonjs" }';

/**
 * A copy of a folder of `docs/examples` with installed packages, as a reader of its README has it; with the
 * package.json of `npm init -y` if it has none.
 */
export interface Example extends Disposable {
  readonly folder: string;
}

export function copyExample(name: string): Example {
  const folder = mkdtempSync(join(tmpdir(), `example-${name}-`));
  cpSync(join('docs/examples', name), folder, { recursive: true });
  symlinkSync(resolve('test/clients/node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'package.json');
  if (!existsSync(file)) writeFileSync(file, PACKAGE);
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
