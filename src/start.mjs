/*
 * What `npm start` runs. It is read by every Node.js, so that an old one gets a sentence and not a
 * SyntaxError: nothing newer than this may stand here.
 */
const NEEDED = 26;
const version = process.versions.node;

if (Number(version.split('.')[0]) < NEEDED) {
  process.stderr.write(
    `This service needs Node.js ${NEEDED} or later; this is ${version} (${process.execPath}). ` +
      'Run "npm ci" and then "npm start": that brings Node.js 26 along. Or install it from https://nodejs.org.\n',
  );
  process.exit(1);
}

// graphql-js then leaves out a check of every value for a second copy of itself.
process.env.NODE_ENV ??= 'production';

// Modules are compiled, and their types stripped, once: later starts take less time, and 20 MB less memory,
// because what strips types is not loaded. That must be said before the first TypeScript is read.
const { enableCompileCache } = await import('node:module');
const { fileURLToPath } = await import('node:url');
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

// Before what is traced is read; whoever wants no traces does not load what makes them, nor install it.
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
const endpoint = ENDPOINTS.find((name) => process.env[name]);
if (endpoint) {
  try {
    const { startTracing } = await import('./platform/tracing/tracing.ts');
    startTracing(process.env);
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write(
      `${endpoint} is set, but OpenTelemetry is not installed: ` +
        'run "npm ci --prefix src/platform/tracing", or unset the variable.\n',
    );
    process.exit(1);
  }
}

await import('./main.ts');
