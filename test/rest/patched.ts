import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** A change of a file: a text that occurs once, and its replacement. */
export type Change = readonly [before: string, after: string];

const ROOT = new URL('../../', import.meta.url);
/** Reads files other than modules. */
const READER = 'src/platform/project-file.ts';
const READING = /readFileSync\(new URL\([^)]+\), 'utf8'\)/;

function changed(text: string, path: string, changes: readonly Change[]): string {
  return changes.reduce((before, [from, to]) => {
    if (before.split(from).length !== 2) throw new Error(`${path} does not have once: ${from}`);
    return before.replace(from, () => to);
  }, text);
}

let marks = 0;

/** Loads modules of the service again, with a developer's changes. @param changes by the path of the file */
export function patched(
  changes: Readonly<Record<string, readonly Change[]>>,
): <Module>(path: string) => Promise<Module> {
  const mark = `?patched=${++marks}`;
  Reflect.set(globalThis, mark, (name: string, text: string) => changed(text, name, changes[name] ?? []));
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const isOurs = resolved.url.startsWith(ROOT.href) && !resolved.url.includes('/node_modules/');
      return isOurs && context.parentURL?.endsWith(mark)
        ? { ...resolved, url: resolved.url + mark }
        : resolved;
    },
    load(url, context, next) {
      const path = url.slice(ROOT.href.length, -mark.length);
      const own = changes[path] ?? [];
      if (!url.endsWith(mark) || (own.length === 0 && path !== READER)) return next(url, context);
      const text = changed(readFileSync(new URL(path, ROOT), 'utf8'), path, own);
      const source = path === READER ? text.replace(READING, `globalThis['${mark}'](name, $&)`) : text;
      return { format: 'module-typescript', source, shortCircuit: true };
    },
  });
  return (path) => import(new URL(path, ROOT).href + mark);
}
