import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Must come before the modules that it is for: they are compiled, and their types stripped, once. Later starts take less time and memory.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
const { start } = await import('./run.ts');
await start();
