import type { ProblemCode } from '#contract/problems.ts';

/** Path that exporters append to the address that they are given. */
const signalPath = /\/v1\/(?:traces|logs|metrics)\/*$/;

/** The problem that names the right address, for a path where assistants send by mistake. */
export function findMisdirected(path: string): ProblemCode | undefined {
  if (signalPath.test(path) || /^\/(?:api\/)?otlp(?:\/|$)/.test(path)) return 'intake.otlp-address';
  return /^\/(?:api\/)?public\/ingestion\/?$/.test(path) ? 'intake.langfuse-version' : undefined;
}
