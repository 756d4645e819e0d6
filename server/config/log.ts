import { hostname } from 'node:os';
import pino, { type DestinationStream, type Level, type Logger } from 'pino';
import { createOutages, findOutage } from '../lib/outages.ts';
import { serializeError } from '../lib/serialize-error.ts';
import { findSpan } from '../lib/tracing/spans.ts';

export interface LogSettings {
  readonly level: Level | 'silent';
  /** How a line says its level: 40, or warn. */
  readonly levels: 'numbers' | 'words';
  /** Version of the program, in each line. */
  readonly version: string;
}

interface Fields {
  readonly err?: unknown;
}

/**
 * The portal's log: JSON lines, with the trace they belong to; errors (`err`) are logged without user input. What fails by an
 * outage is a line of `debug`, and the outage one a minute, with the number of such lines.
 */
export function createLog({ level, levels, version }: LogSettings, destination: DestinationStream): Logger {
  const log: Logger = pino(
    {
      level,
      base: { pid: process.pid, hostname: hostname(), version },
      serializers: { err: (error: unknown) => serializeError(error) },
      mixin: () => {
        const span = findSpan();
        return span ? { traceId: span.traceId } : {};
      },
      ...(levels === 'words' && { formatters: { level: (word: string) => ({ level: word }) } }),
      hooks: {
        logMethod(args, method) {
          const [fields, message] = args as unknown as [Fields | string, string | undefined];
          const outage = typeof fields === 'object' ? findOutage(fields.err) : undefined;
          if (!outage) return method.apply(this, args);
          const { err, ...others } = fields as Fields;
          this.debug({ ...others, outage: outage.part }, message);
          outages.note(outage, err);
        },
      },
    },
    destination,
  );
  const outages = createOutages(({ text, needsOperator }, line) => log[needsOperator ? 'error' : 'warn'](line, text));
  return log;
}
