import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A copy of a folder of `docs/examples`, with packages, as whoever has followed its README has it. */
export interface Example extends Disposable {
  readonly folder: string;
}

export function copyExample(name: string): Example {
  const folder = mkdtempSync(join(tmpdir(), `example-${name}-`));
  cpSync(join('docs/examples', name), folder, { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
