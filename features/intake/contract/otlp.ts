import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
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

/** A score in the format of Langfuse clients; other fields are ignored. */
export const LangfuseScore = z.looseObject({
  id: z.string().max(200).nullish(),
  name: z.string().max(500),
  value: z.union([z.number(), z.string().max(2000)]),
  dataType: z.string().nullish(),
  comment: z.string().nullish(),
  traceId: z.string().nullish(),
  observationId: z.string().nullish(),
  sessionId: z.string().max(500).nullish(),
});
export type LangfuseScore = z.infer<typeof LangfuseScore>;

/** Events that Langfuse clients have collected; each is checked by itself. */
const LangfuseBatch = z.looseObject({
  batch: z
    .array(
      z.looseObject({
        id: z.string().max(200),
        type: z.string(),
        timestamp: z.string(),
        body: z.unknown(),
      }),
    )
    .max(1000),
});

const LangfuseAnswer = z.object({
  successes: z.array(z.object({ id: z.string(), status: z.int() })),
  errors: z.array(z.object({ id: z.string(), status: z.int(), message: z.string() })),
});
export type LangfuseAnswer = z.infer<typeof LangfuseAnswer>;

const score = {
  method: 'POST',
  access: 'intake',
  isPaid: true,
  deferrable: 'intake',
  bodyLimitBytes: intakeBodyLimitBytes,
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

  createLangfuseScores: endpoint({
    ...score,
    path: '/public/ingestion',
    summary: 'Rate answers with the scores of Langfuse SDKs that are said to be a user’s; other events are not read',
    successStatus: 207,
    problems: ['intake.langfuse-version'],
  })
    .input(z.object({ body: LangfuseBatch }))
    .output(LangfuseAnswer),

  createLangfuseScore: endpoint({
    ...score,
    path: '/public/scores',
    summary: 'The same for one score',
  })
    .input(z.object({ body: LangfuseScore }))
    .output(z.object({ id: z.string() })),

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
