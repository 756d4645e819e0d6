import { ROOT_CONTEXT, trace, type Attributes, type Context, type Span } from '@opentelemetry/api';
import type { Logger } from '@opentelemetry/api-logs';
import { OTLPLogExporter as JsonLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';

type Config = NonNullable<ConstructorParameters<typeof ProtobufTraceExporter>[0]>;

export interface SdkOptions {
  readonly encoding?: 'protobuf' | 'json';
  readonly isCompressed?: boolean;
  readonly resource?: Attributes;
}

/** The OpenTelemetry SDK as an assistant sets it up: batches, and exporters that send to the portal. */
export function openSdk(url: string, key: string, { encoding = 'protobuf', isCompressed, resource = {} }: SdkOptions) {
  const config = (signal: string): Config => ({
    url: `${url}/api/otlp/v1/${signal}`,
    headers: { authorization: `Bearer ${key}` },
    timeoutMillis: 30_000,
    ...(isCompressed ? { compression: 'gzip' as Config['compression'] & string } : {}),
  });
  const isJson = encoding === 'json';
  const traces = isJson ? new JsonTraceExporter(config('traces')) : new ProtobufTraceExporter(config('traces'));
  const logs = isJson ? new JsonLogExporter(config('logs')) : new ProtobufLogExporter(config('logs'));
  const shared = resourceFromAttributes({ 'service.name': 'an assistant', ...resource });
  const tracerProvider = new BasicTracerProvider({
    resource: shared,
    spanProcessors: [new BatchSpanProcessor(traces)],
  });
  const loggerProvider = new LoggerProvider({
    resource: shared,
    processors: [new BatchLogRecordProcessor({ exporter: logs })],
  });
  const tracer = tracerProvider.getTracer('assistant');
  const logger: Logger = loggerProvider.getLogger('assistant');
  return {
    logger,
    /** Starts a span, inside another where one is given. */
    start: (name: string, attributes: Attributes, { inside, at }: { inside?: Span; at?: number } = {}): Span =>
      tracer.startSpan(name, { attributes, ...(at === undefined ? {} : { startTime: at }) }, toContext(inside)),
    /** Sends all that has ended; rejects where it was not taken. */
    async flush(): Promise<void> {
      await tracerProvider.forceFlush();
      await loggerProvider.forceFlush();
    },
    async close(): Promise<void> {
      await tracerProvider.shutdown();
      await loggerProvider.shutdown();
    },
  };
}

export function toContext(span: Span | undefined): Context {
  return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT;
}

/** Messages as the GenAI conventions want them on a span: as JSON. */
export function toMessages(...messages: ReadonlyArray<readonly [role: string, text: string]>): string {
  return JSON.stringify(messages.map(([role, content]) => ({ role, parts: [{ type: 'text', content }] })));
}
