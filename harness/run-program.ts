import { spawn } from 'node:child_process';

interface Ended {
  readonly exitCode: number;
  readonly output: string;
  /** Standard output and errors as they came. */
  readonly everything: string;
}

/** Runs a program to its end and keeps what it writes. */
export function runProgram(command: string, args: readonly string[], cwd: string, env = process.env): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, everything] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      everything += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => (everything += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ exitCode: code ?? 1, output, everything }));
  });
}
