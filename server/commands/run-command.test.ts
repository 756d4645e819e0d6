import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { runCommand } from './run-command.ts';

const { argv } = process;

afterEach(() => {
  process.argv = argv;
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

test('--help prints the usage, and nothing is done', async () => {
  process.argv = ['node', 'command', '--to', 'somewhere', '--help'];
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const run = vi.fn(() => Promise.resolve(1));
  await runCommand('Usage: npm run command\n', run);
  expect(write).toHaveBeenCalledExactlyOnceWith('Usage: npm run command\n');
  expect(run).not.toHaveBeenCalled();
  expect(process.exitCode).toBeUndefined();
});

describe('a program', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-programs-'));
  });
  afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

  /** Starts `body` as the work of a command, at `stop`. */
  async function start(name: string, body: string) {
    const path = join(folder, `${name}.ts`);
    const module = pathToFileURL('server/commands/run-command.ts').href;
    await writeFile(
      path,
      `import { CommandFailed, printAll, readSmallFile, runCommand } from '${module}';
await runCommand('Usage: npm run ${name}\\n', async (stop) => { ${body}; return 0; });`,
    );
    const child = spawn(process.execPath, [path], { stdio: 'pipe' });
    const closed = once(child, 'exit');
    let errors = '';
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
    const drained = once(child.stderr, 'end');
    return {
      child,
      end: async () => {
        const [code, signal] = (await closed) as [number | null, NodeJS.Signals | null];
        await drained;
        return { end: code ?? signal, errors };
      },
    };
  }

  const stopped = 'Stopped by SIGTERM. Run it again: nothing of it is half done.\n';

  test('that is stopped closes what is open, says so in one line, and ends by the signal', async () => {
    const { child, end } = await start(
      'closes',
      `setInterval(() => undefined, 1000); process.stdout.write('open');
       try { await new Promise((resolve, reject) => stop.addEventListener('abort', () => reject(stop.reason))); }
       finally { process.stderr.write('closed\\n'); }`,
    );
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await end()).toEqual({ end: 'SIGTERM', errors: `closed\n${stopped}` });
  });

  test('that reads a pipe without a writer, which no exit would get past, ends by SIGTERM', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const { child, end } = await start('pipe', `process.stdout.write('open'); await readSmallFile('${pipe}', stop)`);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await end()).toEqual({ end: 'SIGTERM', errors: stopped });
  });

  test('that fails outside of what it awaits says so in one line', async () => {
    const { end } = await start(
      'throws',
      `setTimeout(() => { throw new CommandFailed('Because.'); }); await new Promise((r) => setTimeout(r, 60_000))`,
    );
    expect(await end()).toEqual({ end: 1, errors: 'Because.\n' });
  });

  test.each([
    [
      'that is done, and says that its output is lost',
      `process.stdout.write('line\\n')`,
      'The work is done, but its output could not be written (EPIPE).\n',
    ],
    [
      'that changes nothing without its output',
      `await printAll('password\\n'); process.stderr.write('changed\\n')`,
      'Standard output can not be written (EPIPE), so that nothing was changed.\n',
    ],
  ])('at a closed standard output: one %s', async (_, body, errors) => {
    const { child, end } = await start(
      'closed',
      `process.stdin.resume(); await new Promise((resolve) => process.stdin.once('end', resolve)); ${body}`,
    );
    child.stdout.destroy();
    child.stdin.end();
    expect(await end()).toEqual({ end: 1, errors });
  });

  test('that reads a file without an end refuses it', async () => {
    const { end } = await start('endless', `await readSmallFile('/dev/zero', stop)`);
    expect(await end()).toEqual({
      end: 1,
      errors: 'The file /dev/zero can not be read: it has more than 10000000 bytes\n',
    });
  });
});
