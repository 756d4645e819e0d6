import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import pg from 'pg';

/** Opens a shell on a database at this terminal: psql where it is installed, else a statement a line. @returns the exit code */
export async function openShell(url: string): Promise<number> {
  return (await runPsql(url)) ?? (await runLines(url));
}

/** @returns the exit code; undefined where psql is not installed */
function runPsql(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const child = spawn('psql', [url], { stdio: 'inherit' });
    child.on('error', () => resolve(undefined));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

async function runLines(url: string): Promise<number> {
  const client = new pg.Client(url);
  // A lost connection is the answer of the next statement.
  client.on('error', () => undefined);
  await client.connect();
  const lines = createInterface({ input: process.stdin, output: process.stdout });
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
