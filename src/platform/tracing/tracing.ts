import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { GraphQLInstrumentation } from '@opentelemetry/instrumentation-graphql';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { register } from 'import-in-the-middle/register-hooks.mjs';
import { addShutdownTask } from '../telemetry/shutdown-tasks.ts';

/** Attributes that would disclose search terms. */
const QUERIES = ['url.query', 'url.full', 'http.target', 'http.url'];

/**
 * Starts OpenTelemetry traces, configured by its own variables (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_SERVICE_NAME`,
 * `OTEL_TRACES_SAMPLER`, …). Call it before importing the traced modules. Spans contain statements and documents with
 * placeholders, but no values.
 */
export function startTracing(env: NodeJS.ProcessEnv): void {
  env.OTEL_SERVICE_NAME ??= 'calendar-events-service';
  // Metrics go to Prometheus and the log to stderr, unless the environment adds other destinations.
  env.OTEL_METRICS_EXPORTER ??= 'none';
  env.OTEL_LOGS_EXPORTER ??= 'none';
  register({ include: ['http', 'node:http', 'https', 'node:https', 'express', 'pg', 'graphql'] });
  const sdk = new NodeSDK({
    ...(env.OTEL_EXPORTER_OTLP_PROTOCOL === undefined && { traceExporter: new OTLPTraceExporter() }),
    instrumentations: [
      new HttpInstrumentation({
        applyCustomAttributesOnSpan: (span) => {
          for (const name of QUERIES) span.setAttribute(name, '');
        },
      }),
      new ExpressInstrumentation({ ignoreLayersType: [ExpressLayerType.MIDDLEWARE] }),
      new PgInstrumentation({ requireParentSpan: true }),
      // Otherwise a list would have a span per field and record.
      new GraphQLInstrumentation({ ignoreResolveSpans: true }),
    ],
  });
  sdk.start();
  addShutdownTask(() => sdk.shutdown());
}
