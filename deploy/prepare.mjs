/*
 * `node deploy/prepare.mjs`: creates the files that the first start would otherwise store, compiled modules and the files
 * of the pages, for an installation that the service may not write to. Run it as the user of the service.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Like start.mjs, before any TypeScript module is imported.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
await import('../src/app/server.ts');
const { PageFiles } = await import('../src/api/pages/files.ts');
const folder = await (await PageFiles.open()).prepare();
flushCompileCache();
process.stdout.write(`Modules are compiled, and the files of the pages are in ${folder}.\n`);
