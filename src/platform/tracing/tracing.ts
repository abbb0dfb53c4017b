import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { GraphQLInstrumentation } from '@opentelemetry/instrumentation-graphql';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { register } from 'import-in-the-middle/register-hooks.mjs';
import { atEnd } from '../telemetry/at-end.ts';

/** Attributes that would disclose what somebody searched for. */
const QUERIES = ['url.query', 'url.full', 'http.target', 'http.url'];

/**
 * Starts OpenTelemetry traces, configured by its own variables (`OTEL_EXPORTER_OTLP_ENDPOINT`,
 * `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER`, …). Call it before the modules that are traced are imported.
 * Spans contain templates of statements and documents, but no values.
 */
export function startTracing(env: NodeJS.ProcessEnv): void {
  env.OTEL_SERVICE_NAME ??= 'calendar-events-service';
  // Metrics go to Prometheus and log lines to stderr, unless the environment sends them elsewhere as well.
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
      // Otherwise a list would have a span for each field of each record.
      new GraphQLInstrumentation({ ignoreResolveSpans: true }),
    ],
  });
  sdk.start();
  atEnd(() => sdk.shutdown());
}
