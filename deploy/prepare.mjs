/*
 * `node deploy/prepare.mjs`: compiles the modules, which the first start would otherwise do, for an installation that the
 * service may not write to. Run it as the user of the service.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Like start.mjs, before any TypeScript module is imported.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
await import('../src/app/server.ts');
flushCompileCache();
process.stdout.write('Modules are compiled.\n');
