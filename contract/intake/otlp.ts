import * as z from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { intakeBodyLimitBytes } from './intake.ts';

const endpoint = defineEndpoints('OpenTelemetry intake');

/** OTLP/HTTP 1.x in protobuf or JSON; the answer has the encoding of the request. */
const otlp = {
  method: 'POST',
  access: 'intake',
  isPaid: true,
  deferrable: 'intake',
  takesFile: true,
  acceptsGzip: true,
  bodyLimitBytes: intakeBodyLimitBytes,
  problems: ['intake.otlp-type', 'request.too-complex'],
} as const;

export const otlpContract = {
  createTraces: endpoint({
    ...otlp,
    path: '/otlp/v1/traces',
    summary: 'Report spans of an assistant with OpenTelemetry instrumentation (GenAI, OpenInference, Langfuse)',
  })
    .input(z.object({ body: z.instanceof(Blob) }))
    .output(z.instanceof(Blob)),

  createLangfuseTraces: endpoint({
    ...otlp,
    path: '/public/otel/v1/traces',
    summary: 'The same for Langfuse SDKs, which append this path to their base URL',
  })
    .input(z.object({ body: z.instanceof(Blob) }))
    .output(z.instanceof(Blob)),

  createLogs: endpoint({
    ...otlp,
    path: '/otlp/v1/logs',
    summary: 'Report log records of such an assistant: events with messages and evaluations',
  })
    .input(z.object({ body: z.instanceof(Blob) }))
    .output(z.instanceof(Blob)),

  createMetrics: endpoint({
    ...otlp,
    path: '/otlp/v1/metrics',
    summary: 'Accept metrics, which SDKs send by default, without storing them',
  })
    .input(z.object({ body: z.instanceof(Blob) }))
    .output(z.instanceof(Blob)),
};
