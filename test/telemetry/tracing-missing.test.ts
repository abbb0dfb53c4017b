import { spawnSync } from 'node:child_process';

/** Node finds no package of OpenTelemetry, whether installed here or not. */
const WITHOUT = `import { registerHooks } from 'node:module';
registerHooks({ resolve: (name, context, next) =>
  next(name, /opentelemetry|import-in-the-middle/.test(name) ? { ...context, parentURL: 'file:///nowhere/' } : context) });`;

/** Starts the service, which exits: if tracing does not stop it, its invalid port does. */
const start = (env: Record<string, string>): { status: number | null; stderr: string } =>
  spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(WITHOUT)}`, 'src/start.mjs'],
    { env: { PATH: process.env.PATH ?? '', PORT: 'none', ...env }, encoding: 'utf8' },
  );

test.each(['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])(
  'with %s and without OpenTelemetry the start explains in one sentence how to install it',
  (name) => {
    const { status, stderr } = start({ [name]: 'http://127.0.0.1:9' });
    expect(status).toBe(1);
    expect(stderr).toBe(
      `${name} is set, but OpenTelemetry is not installed: ` +
        'run "npm ci --prefix src/platform/tracing", or unset the variable.\n',
    );
  },
);

test('without these variables OpenTelemetry is not needed', () => {
  expect(start({}).stderr).toContain('PORT must be');
});
