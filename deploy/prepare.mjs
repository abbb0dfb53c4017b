/*
 * `node deploy/prepare.mjs`, where the service is installed, by the user who will run it: what a first start
 * would keep is made now, compiled modules and the files of the pages, for places that the service may not
 * write to.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// As start.mjs says it, before any TypeScript is read.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
await import('../src/app/server.ts');
const { PageFiles } = await import('../src/api/pages/files.ts');
const folder = await (await PageFiles.open()).prepare();
flushCompileCache();
process.stdout.write(`Modules are compiled, and the files of the pages are in ${folder}.\n`);
