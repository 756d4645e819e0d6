import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';
import { findSpan } from '../lib/tracing/spans.ts';
import { serializeError } from '../lib/serialize-error.ts';

/** The portal's log: JSON lines, with the trace they belong to; errors (`err`) are logged without user input. */
export function createLog(level: Config['logLevel'], destination: DestinationStream): Logger {
  const serializers = { err: (error: unknown) => serializeError(error) };
  const mixin = () => {
    const span = findSpan();
    return span ? { traceId: span.traceId } : {};
  };
  return pino({ level, serializers, mixin }, destination);
}
