import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type { Config } from './config.ts';
import { serializeError } from '../lib/serialize-error.ts';

/** The portal's log: JSON lines; errors (`err`) are logged without user input. */
export function createLog(level: Config['logLevel'], destination: DestinationStream): Logger {
  return pino({ level, serializers: { err: (error: unknown) => serializeError(error) } }, destination);
}
