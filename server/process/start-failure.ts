import { ConfigError } from '../config/config.ts';
import { DatabaseRefused } from '../database/connection/errors.ts';

const listenFailures: Record<string, (failure: ListenFailure) => string> = {
  EADDRINUSE: ({ port }) => `PORT ${port} is already in use: stop what listens there, or set another PORT.`,
  EACCES: ({ port }) => `PORT ${port} may not be used by this account: set another PORT.`,
  EADDRNOTAVAIL: ({ address }) => `HOST ${address} is no address of this machine: set another HOST.`,
  ENOTFOUND: ({ hostname }) => `HOST ${hostname} is no address of this machine: set another HOST.`,
};

interface ListenFailure extends NodeJS.ErrnoException {
  readonly port?: number;
  readonly address?: string;
  readonly hostname?: string;
}

/** The error message of a failed start: one line for configuration errors, else the stack. */
export function describeStartFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseRefused) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { syscall, code = '' } = error as ListenFailure;
  const isFromListening = syscall === 'listen' || (syscall === 'getaddrinfo' && code === 'ENOTFOUND');
  const describe = isFromListening ? listenFailures[code] : undefined;
  return describe?.(error) ?? error.stack ?? error.message;
}
