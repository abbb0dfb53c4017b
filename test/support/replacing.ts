import { registerHooks } from 'node:module';

let marks = 0;

/**
 * Replaces one module, a package or a file by its URL, for imports through the returned function, which loads all files
 * of the project again.
 */
export function replacing(
  module: string,
  exports: Readonly<Record<string, unknown>>,
): <Module>(url: string) => Promise<Module> {
  const mark = `?replacing=${++marks}`;
  Reflect.set(globalThis, mark, exports);
  const source = Object.keys(exports).map((key) => `export const ${key} = globalThis['${mark}'].${key};`);
  const url = `data:text/javascript,${encodeURIComponent(source.join('\n'))}`;
  registerHooks({
    resolve(specifier, context, next) {
      if (!context.parentURL?.endsWith(mark)) return next(specifier, context);
      if (specifier === module) return { url, shortCircuit: true };
      const resolved = next(specifier, context);
      if (resolved.url === module) return { url, shortCircuit: true };
      const isOurs = resolved.url.startsWith('file:') && !resolved.url.includes('/node_modules/');
      return isOurs ? { ...resolved, url: resolved.url + mark } : resolved;
    },
  });
  return (entry) => import(entry + mark);
}
