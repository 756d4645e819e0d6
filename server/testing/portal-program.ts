import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The cache of `npm start`: a program of a thousand files is compiled once. */
export const compiled = { NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' };

/** `server/main.ts` as a process. */
export interface PortalProgram {
  readonly child: ChildProcess;
  /** Its stderr so far. */
  readonly errors: () => string;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
}

/** Starts `server/main.ts` with only these settings. */
export function startProgram(settings: Record<string, string>): PortalProgram {
  const env = { ...compiled, LOG_LEVEL: 'silent', HOST: '127.0.0.1', DEMO: '0', ...settings };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'close').then(([code]: unknown[]) => code as number | null);
  return { child, errors: () => errors, ended };
}

/** Listens on a free port until the server is closed. */
export async function occupyPort(): Promise<{ port: number; server: Server }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, server };
}
