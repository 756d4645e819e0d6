import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../config/log.ts';
import { testLog } from '../../config/testing/test-log.ts';
import { formatLine, parseLine } from './log-lines.ts';

const company = '018f0000-0000-7000-8000-000000000001';
let folder: string;
let file: string;

/** Lines as the portal writes them, among those of others. */
function writeLines(levels: 'numbers' | 'words'): string[] {
  const lines: string[] = [];
  const log = createLog(testLog('debug', levels), { write: (line) => void lines.push(line.trimEnd()) });
  const call = { method: 'POST', route: '/users', operationId: 'usersCreate', durationMs: 12.3 };
  lines.push('> steward@1.2.3 start');
  log.info({ ...call, requestId: 'r-1', status: 201, companyId: company, client: '203.0.113.*' }, 'request');
  log.error({ ...call, requestId: 'r-2', status: 500, err: new TypeError('x is not\na function') }, 'request');
  log.warn({ part: 'http\u001b[2J' }, 'not closed in time');
  lines.push('{"level":30, not JSON', '{"no":"line of the portal"}');
  return lines;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-log-'));
  file = join(folder, 'log');
  await writeFile(file, `${[...writeLines('numbers'), ...writeLines('words')].join('\n')}\n`);
});
afterAll(() => rm(folder, { recursive: true }));

async function run(args: readonly string[], input?: string) {
  const child = spawn(process.execPath, ['server/commands/log/show-log.ts', ...args], { stdio: 'pipe' });
  let [out, errors] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, errors, lines: out.split('\n').slice(0, -1) };
}

test('a log is shown as a person reads it, and lines of others as they are', async () => {
  const { code, lines } = await run([file]);
  expect(code).toBe(0);
  const half = lines.length / 2;
  const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z /;
  const shown = lines.map((line) => line.replace(time, '').replace(/(\S+) server\/.*:\d+\)?$/, '$1'));
  expect(shown.slice(half).filter((line) => !line.startsWith('      at '))).toEqual([
    '> steward@1.2.3 start',
    `INFO  POST /api/users 201 12 ms requestId=r-1 companyId=${company} client=203.0.113.*`,
    'ERROR POST /api/users 500 12 ms requestId=r-2',
    '    TypeError: x is not',
    '    a function',
    // No value can move the cursor of the terminal.
    'WARN  not closed in time part=http\\u001b[2J',
    '{"level":30, not JSON',
    '{"no":"line of the portal"}',
  ]);
  // Numbers and words are the same.
  expect(shown.slice(0, half).length).toBe(half);
  expect(lines.join('\n')).toMatch(/\n {6}at .*show-log\.test\.ts/);
  expect(lines.join('')).not.toContain('\u001b');
});

test.each([
  [
    ['--level', 'warn'],
    ['ERROR POST', 'WARN  not closed'],
  ],
  [['--company', company], ['INFO  POST']],
  [['--request', 'r-2'], ['ERROR POST']],
  [['--since', '1h', '--level', 'error'], ['ERROR POST']],
  [['--since', '2999-01-01'], []],
])('%j finds its lines alone', async (args, found) => {
  const { lines } = await run([file, ...args]);
  const heads = lines.flatMap((line) => /Z ([A-Z]+ +\S+(?: closed)?)/.exec(line)?.[1] ?? []);
  expect(heads).toEqual([...found, ...found]);
});

test('a file that is not there is one line', async () => {
  expect(await run([join(folder, 'none')])).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^\S*none can not be/),
  });
});

test('a line without an end is cut, and the next is read', async () => {
  const { lines } = await run([], `${'x'.repeat(5_000_000)}\nafter`);
  expect(lines.map((line) => line.length)).toEqual([256 * 1024 + 1, 5]);
});

test('a reader that has enough ends it without a word', async () => {
  const child = spawn('/bin/sh', [
    '-c',
    `yes '${'y'.repeat(200)}' | "$0" server/commands/log/show-log.ts | head -n 1`,
    process.execPath,
  ]);
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(errors).toBe('');
});

test('colours are those of a terminal, by the level', () => {
  const line = parseLine('{"level":"warn","time":0,"msg":"not closed in time"}');
  expect(line && formatLine(line, true)).toBe(
    '\u001b[90m1970-01-01 00:00:00.000Z\u001b[39m \u001b[33mWARN \u001b[39m not closed in time',
  );
});
