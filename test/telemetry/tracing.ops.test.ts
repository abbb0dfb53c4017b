import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startVictim, type Victim } from '../attacks/victim.ts';
import { eventually } from '../support/eventually.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

interface Batch {
  resourceSpans: {
    resource: { attributes: Span['attributes'] };
    scopeSpans: { scope: { name: string }; spans: Span[] }[];
  }[];
}

/** Makes a process log the modules that it loads. */
const TELL = `import { registerHooks } from 'node:module';
registerHooks({ resolve(name, context, next) { const found = next(name, context); console.error('found ' + found.url); return found; } });`;
const TELL_MODULES = ['--import', `data:text/javascript,${encodeURIComponent(TELL)}`];

const received: { scope: string; service: string | undefined; span: Span }[] = [];
let receiver: Server;
let victim: Victim;

const textOf = (attributes: Span['attributes'], key: string): string | undefined =>
  attributes.find((one) => one.key === key)?.value.stringValue;

beforeAll(async () => {
  receiver = createServer(async (req, res) => {
    let text = '';
    for await (const chunk of req) text += String(chunk);
    const { resourceSpans }: Batch = JSON.parse(text);
    for (const { resource, scopeSpans } of resourceSpans)
      for (const { scope, spans } of scopeSpans)
        for (const span of spans)
          received.push({ scope: scope.name, service: textOf(resource.attributes, 'service.name'), span });
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  victim = await startVictim({
    nodeFlags: TELL_MODULES,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_BSP_SCHEDULE_DELAY: '100' },
  });
});

afterAll(async () => {
  await victim.stop();
  receiver.close();
});

/** The spans of a trace, once every scope has arrived. */
function spansOf(traceId: string, scopes: readonly string[]): Promise<typeof received> {
  const spans = (): typeof received => received.filter(({ span }) => span.traceId === traceId);
  const seen = (): Set<string> =>
    new Set(spans().map(({ scope }) => scope.replace('@opentelemetry/instrumentation-', '')));
  return eventually(
    () => `of ${scopes.join(', ')} only ${[...seen()].join(', ') || 'nothing'} came`,
    () => (scopes.every((scope) => seen().has(scope)) ? spans() : undefined),
  );
}

const trace = (n: number): string => `${n}`.padStart(32, 'a');
const traceparent = (n: number): { traceparent: string } => ({
  traceparent: `00-${trace(n)}-${'b'.repeat(16)}-01`,
});

test('a REST request: HTTP, Express and the statements, in the trace of its header', async () => {
  await victim.request('GET', '/events?search=needle', undefined, traceparent(1));
  const spans = await spansOf(trace(1), ['http', 'express', 'pg']);
  expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(['calendar-events-service']));
  const server = spans.find(({ scope }) => scope.endsWith('-http'));
  expect(server?.span.parentSpanId).toBe('b'.repeat(16));
  const statement = spans.find(({ scope }) => scope.endsWith('-pg'));
  expect(spans.some(({ span }) => span.spanId === statement?.span.parentSpanId)).toBe(true);
  expect(JSON.stringify(spans)).not.toContain('needle');
});

test('a GraphQL request', async () => {
  const query =
    'query Find { events(filter: { search: "confidential" }, first: 1) { totalCount nodes { title } } }';
  await victim.graphql(query, {}, traceparent(2));
  const spans = await spansOf(trace(2), ['http', 'express', 'graphql', 'pg']);
  // One span for the whole document, none for each field of each record.
  expect(spans.filter(({ scope }) => scope.endsWith('-graphql')).length).toBeLessThan(6);
  expect(JSON.stringify(spans)).not.toContain('confidential');
});

test('pending spans are sent when the service ends', async () => {
  await victim.request('GET', '/events/999999', undefined, traceparent(3));
  victim.kill('SIGTERM');
  await victim.ended;
  await spansOf(trace(3), ['http']);
});

test('by default no module of OpenTelemetry is loaded', async () => {
  const loaded = (log: readonly string[]): boolean =>
    log.some((line) => line.startsWith('found file') && line.includes('opentelemetry'));
  expect(loaded(victim.log)).toBe(true);
  const plain = await startVictim({ nodeFlags: TELL_MODULES });
  try {
    await plain.request('GET', '/events');
    expect(plain.log.some((line) => line.startsWith('found file'))).toBe(true);
    expect(loaded(plain.log)).toBe(false);
  } finally {
    await plain.stop();
  }
});
