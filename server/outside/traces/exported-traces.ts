import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  isValidSpanId,
  isValidTraceId,
  trace,
  type Context,
  type Span as SdkSpan,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { runInSpan, type Span } from '../../lib/tracing/spans.ts';
import type { Traces } from './traces.ts';

interface TraceSettings {
  /** Takes OTLP over HTTP, as JSON. */
  readonly url: string;
  readonly serviceName: string;
  readonly log: { info(message: string): void; warn(fields: object, message: string): void };
}

export interface ExportedTraces extends Traces {
  /** Sends what waits. Waits as long as the receiver takes, or the exporter's own time limit. */
  close(): Promise<void>;
}

/** Marks exports, so that a portal which receives its own ones, or those of another, does not trace that. */
const exportMark = 'x-steward-traces';

/**
 * Traces by the OpenTelemetry SDK, which reads its standard variables itself (sampler, limits of the queue, headers, time
 * limit). Spans wait in a bounded queue, what does not fit is dropped, and no work waits for an export.
 */
export function createExportedTraces({ url, serviceName, log }: TraceSettings): ExportedTraces {
  const exporter = reportOutages(new OTLPTraceExporter({ url, headers: { [exportMark]: '1' } }), log);
  const named = resourceFromAttributes({ 'service.name': serviceName });
  const provider = new BasicTracerProvider({
    resource: detectResources({ detectors: [envDetector] }).merge(named),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('steward');
  return {
    traceRequest(headers, work) {
      if (headers.has(exportMark)) return work();
      const parent = toCallerContext(headers.get('traceparent'));
      return runInSpan(toSpan(tracer, tracer.startSpan('request', { kind: SpanKind.SERVER }, parent)), work);
    },
    traceJob({ queue, attempt }, work) {
      const attributes = { 'steward.job.attempt': attempt };
      const opened = tracer.startSpan(`job ${queue}`, { kind: SpanKind.CONSUMER, attributes }, ROOT_CONTEXT);
      return runInSpan(toSpan(tracer, opened), work);
    },
    close: () => provider.shutdown().catch(() => undefined),
  };
}

function toSpan(tracer: Tracer, opened: SdkSpan): Span {
  const { traceId, spanId, traceFlags } = opened.spanContext();
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString().padStart(2, '0')}`,
    rename: (name) => void opened.updateName(name),
    record: (facts) => void opened.setAttributes(facts),
    fail(kind) {
      opened.setStatus({ code: SpanStatusCode.ERROR });
      opened.setAttribute('error.type', kind);
    },
    openChild(name, isCall) {
      const kind = isCall ? SpanKind.CLIENT : SpanKind.INTERNAL;
      return toSpan(tracer, tracer.startSpan(name, { kind }, trace.setSpan(ROOT_CONTEXT, opened)));
    },
    end: () => opened.end(),
  };
}

/** Reads `traceparent` alone: `tracestate` and baggage are texts of the caller, which would be stored and passed on. */
function toCallerContext(traceparent: string | null): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent ?? '') ?? [];
  if (!isValidTraceId(traceId) || !isValidSpanId(spanId)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** Logs the first failed export and the next successful one; the SDK itself says nothing. */
function reportOutages(exporter: SpanExporter, log: TraceSettings['log']): SpanExporter {
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const fails = result.code !== 0;
        if (fails && !isAway) log.warn({ err: result.error }, 'traces not exported; further failures are not logged');
        if (!fails && isAway) log.info('traces are exported again');
        isAway = fails;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
