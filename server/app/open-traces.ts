import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { ExportedTraces } from '../outside/traces/exported-traces.ts';
import { noTraces } from '../outside/traces/traces.ts';

/** Traces where a receiver is set; the SDK is loaded there alone. */
export async function openTraces({ traces: settings }: Pick<Config, 'traces'>, log: Logger): Promise<ExportedTraces> {
  if (!settings) return { ...noTraces, close: () => Promise.resolve() };
  const { createExportedTraces } = await import('../outside/traces/exported-traces.ts');
  return createExportedTraces({ ...settings, log });
}
