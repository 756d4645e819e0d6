import { afterEach, expect, test, vi } from 'vitest';
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
