import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import type pg from 'pg';
import { clientConfig } from './connection/connection.ts';
import { withOwner } from './copy/owner-connection.ts';
import { DatabaseClient } from './connection/database-client.ts';

/**
 * Opens a shell on a database at this terminal: psql where it is installed, else a statement a line.
 * @param stop ends it
 * @returns the exit code
 * @throws the error of a database that can not be reached
 */
export async function openShell(url: string, stop: AbortSignal): Promise<number> {
  // Both shells would say it in words of their own.
  await withOwner(url, () => Promise.resolve());
  return (await runPsql(url, stop)) ?? (await runLines(url, stop));
}

/** @returns the exit code; undefined where psql is not installed */
function runPsql(url: string, stop: AbortSignal): Promise<number | undefined> {
  return new Promise((resolve) => {
    const child = spawn('psql', [url], { stdio: 'inherit' });
    // At a terminal Ctrl-C goes to psql too, which cancels a statement by it.
    process.on('SIGINT', () => undefined);
    stop.addEventListener('abort', () => child.kill('SIGTERM'));
    child.on('error', () => resolve(undefined));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

async function runLines(url: string, stop: AbortSignal): Promise<number> {
  const client = new DatabaseClient(clientConfig(url, 'steward shell'));
  // A lost connection is the answer of the next statement.
  client.on('error', () => undefined);
  await client.connect();
  const lines = createInterface({ input: process.stdin, output: process.stdout, signal: stop });
  const prompt = () => process.stdout.write('steward=> ');
  process.stdout.write('psql is not installed, so each line is one statement; Ctrl-D ends.\n');
  prompt();
  for await (const line of lines) {
    if (line.trim() !== '') process.stdout.write(`${await runLine(client, line)}\n`);
    prompt();
  }
  await client.end();
  return 0;
}

/** @returns the rows, a line each, or the error, which ends nothing */
async function runLine(client: pg.Client, text: string): Promise<string> {
  try {
    const { rows, command, rowCount } = await client.query<Record<string, unknown>>(text);
    return [...rows.map((row) => JSON.stringify(row)), `${command} ${rowCount ?? 0}`].join('\n');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
