import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type { Config } from './config.ts';
import { serializeError } from '../lib/serialize-error.ts';

/** The log of the portal: JSON lines, and of errors (`err`) nothing that somebody has entered. */
export function createLog(level: Config['logLevel'], destination: DestinationStream): Logger {
  return pino({ level, serializers: { err: (error: unknown) => serializeError(error) } }, destination);
}
