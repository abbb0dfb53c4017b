/*
 * The entry point of `npm start`. Use only syntax that old versions of Node.js parse: they must print the message
 * below, not a SyntaxError.
 */
const REQUIRED_MAJOR = 26;
const version = process.versions.node;

if (Number(version.split('.')[0]) < REQUIRED_MAJOR) {
  process.stderr.write(
    `This service needs Node.js ${REQUIRED_MAJOR} or later; this is ${version} (${process.execPath}). ` +
      'Run "npm ci", which includes Node.js 26, and then "npm start". Or install it from https://nodejs.org.\n',
  );
  process.exit(1);
}

// In production mode graphql-js does not check every value for a second copy of itself.
process.env.NODE_ENV ??= 'production';

// Compiles modules and strips their types only once: later starts are faster and take 20 MB less memory, because the
// type stripper is not loaded. Enable it before the first TypeScript module is imported.
const { enableCompileCache } = await import('node:module');
const { fileURLToPath } = await import('node:url');
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

// Tracing must start before the traced modules are imported. Without an endpoint OpenTelemetry is not loaded, and need
// not be installed.
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
