import type { ProblemCode } from '#contract/problems.ts';

/** Paths to which assistants and exporters send by mistake, and the problem that names the right address. */
const mistakes: ReadonlyArray<readonly [path: RegExp, code: ProblemCode]> = [
  // The path that exporters append to the address that they are given, also misspelt, and those of Jaeger and Zipkin.
  [/\/v\d\/(?:traces?|logs?|metrics?|spans?)\/*$/i, 'intake.otlp-address'],
  [/^\/(?:api\/)?(?:traces?|spans?|logs?)\/*$/i, 'intake.otlp-address'],
  [/^\/(?:api\/)?otlp(?:\/|$)/i, 'intake.otlp-address'],
  [/^\/(?:api\/)?opentelemetry\.proto\.collector\./, 'intake.otlp-address'],
  [/^\/(?:api\/)?public\/ingestion\/*$/, 'intake.langfuse-version'],
  [/^\/(?:api\/)?(?:v\d\/|intake\/)?(?:conversations?|batch(?:es)?)\/*$/i, 'intake.address'],
  [/^\/(?:api\/)?intake(?:\/(?:messages?|status(?:es)?|ratings?|files?|pictures?))?\/*$/i, 'intake.address'],
];

/** The problem that names the right address, for a path where assistants send by mistake. */
export const findMisdirected = (path: string): ProblemCode | undefined =>
  mistakes.find(([mistaken]) => mistaken.test(path))?.[1];
