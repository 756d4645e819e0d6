import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compiled } from '../testing/portal-program.ts';

const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };

/** A command line that can not be run, and what its line says. Nothing of it opens a database. */
type Wrong = readonly [args: readonly string[], line: RegExp];

const unknownOption: Wrong = [
  ['--nonsense'],
  /^(?:Unknown option '--nonsense'|The command has no arguments)\. Usage: /,
];
const positional: Wrong = [['nonsense'], /^(?:Unexpected argument 'nonsense'|The command has no arguments)\. Usage: /];
const noFile: Wrong = [[], /^Name one file\. Usage: /];
const twoFiles: Wrong = [['a', 'b'], /^Name one file\. Usage: /];
const noValue = (option: string): Wrong => [
  [option],
  new RegExp(`^Option '${option} <value>' argument missing\\. Usage: `),
];

/** Every command of an operator; `--help`, `--version` and these lines are tried of each. */
const commands: Readonly<Record<string, readonly Wrong[]>> = {
  'rollups:verify': [unknownOption, positional],
  'rollups:rebuild': [unknownOption, positional],
  'erasures:overwrite': [unknownOption, positional],
  'audit:verify': [unknownOption, positional, noValue('--checkpoints')],
  'certificate:verify': [unknownOption, noFile, twoFiles, noValue('--key')],
  backup: [
    unknownOption,
    positional,
    noValue('--to'),
    [['--prune=1'], /^Option '--prune' does not take an argument\. /],
  ],
  archive: [unknownOption, positional],
  restore: [
    unknownOption,
    noFile,
    twoFiles,
    noValue('--identity'),
    [['file', '--replace', 'Acme'], /^Name the company: --company\. Usage: /],
    [['file', '--until', '2026-11-28T10:00:00Z'], /^Name a file or a time, not both\. Usage: /],
    [
      ['--until', '2026-11-28 10:00', '--from', '/nowhere'],
      /^"2026-11-28 10:00" is no time with its zone, .*\. Usage: /,
    ],
    [['--until', '2026-11-28T10:00:00Z', '--replace', 'Acme'], /^One company is restored from a file\. Usage: /],
    [['file', '--from', '/nowhere'], /^--from belongs to --until\. Usage: /],
    [['file', '--company', 'Acme', '--same-storage'], /^One company is always restored into the storage .*\. Usage: /],
    [['file', '--company', 'Acme', '--without-mails'], /^Mails are never restored with one company\. Usage: /],
  ],
  move: [
    unknownOption,
    positional,
    noValue('--to'),
    [[], /^Name the address, or --undo\. Usage: /],
    [['--to', 'postgresql://a:b@127.0.0.1/x', '--undo'], /^Name the address, or --undo\. Usage: /],
    [['--to', 'http://127.0.0.1'], /^--to must be an address like postgresql:.*\. Usage: /],
  ],
  maintenance: [
    unknownOption,
    [[], /^Say on, off or status\. Usage: /],
    [['on', 'off'], /^Say on, off or status\. Usage: /],
    noValue('--until'),
    [['off', '--text', 'x'], /^--until and --text belong to on\. Usage: /],
    [['on', '--until', 'noon'], /^--until must be a time like .*\. Usage: /],
    [['on', '--until', '2020-01-01T00:00'], /^--until must be a time to come\. Usage: /],
    [['on', '--until', '8d'], /^--until must be within a week\. Usage: /],
    [['on', '--text', 'x'.repeat(301)], /^--text: The input can have at most 300 characters\. Usage: /],
  ],
  log: [
    unknownOption,
    twoFiles,
    noValue('--company'),
    [['--level', 'loud'], /^--level must be one of trace, .*\. Usage: /],
    [['--since', 'yesterday'], /^--since must be a time like .*\. Usage: /],
  ],
  distribute: [unknownOption, positional],
  db: [unknownOption, positional],
  doctor: [unknownOption, positional],
  bootstrap: [
    unknownOption,
    positional,
    noValue('--email'),
    [[], /^--email is an e-mail address\. Usage: /],
    [['--email', 'nobody', '--company', 'Acme'], /^--email is an e-mail address\. Usage: /],
    [['--email', 'op@acme.example'], /^--company is the name of the company\. Usage: /],
    [['--email', 'op@acme.example', '--company', '  '], /^--company is the name of the company\. Usage: /],
  ],
  'close-period': [
    unknownOption,
    positional,
    noValue('--month'),
    [['--month', '2026-13'], /^--month is like 2026-10\. Usage: /],
    [['--month', 'October'], /^--month is like 2026-10\. Usage: /],
  ],
  'secrets:new-key': [unknownOption, positional],
  'secrets:rotate': [unknownOption, positional],
  'demo:assistant': [
    unknownOption,
    positional,
    noValue('--url'),
    [['--rate', 'fast'], /^--rate is a number up to 6000\. Usage: /],
    [['--count', '0'], /^--count is a whole number from 1 up\. Usage: /],
    [['--url', 'nowhere'], /^--url is like http:.*\. Usage: /],
  ],
};

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'steward-arguments-'));
});
afterAll(() => rm(dataDir, { recursive: true, maxRetries: 10 }));

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

function run(
  parts: readonly string[],
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const env = { ...compiled, DATA_DIR: join(dataDir, 'not-made'), ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [...parts, ...args], { env }, (error, out, errors) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, errors }),
    );
  });
}

const toParts = (script: string) => (scripts[script] ?? '').split(' ').slice(1);

test('every command of package.json is in the table', () => {
  const all = Object.entries(scripts).flatMap(([name, line]) =>
    line.includes('server/commands/start.mjs') ? [name] : [],
  );
  expect(Object.keys(commands).toSorted()).toEqual(all.toSorted());
});

describe.each(Object.entries(commands))('npm run %s', (script, wrong) => {
  test('says what it does, and a wrong line of it is answered by one line, exit code 2', async () => {
    const help = await run(toParts(script), ['--help']);
    expect(help).toEqual({ code: 0, out: expect.stringMatching(/^Usage: npm run [\s\S]+\n$/), errors: '' });
    await Promise.all(
      wrong.map(async ([args, line]) => {
        const { code, out, errors } = await run(toParts(script), args);
        expect(errors).toMatch(line);
        expect(errors.trimEnd().split('\n')).toHaveLength(1);
        expect({ args, code, out }).toEqual({ args, code: 2, out: '' });
      }),
    );
  });
});

test('the assistant of the demo names a wrong variable of its own', async () => {
  const wrong: Array<Record<string, string>> = [
    { PUBLIC_URL: 'portal' },
    { PUBLIC_URL: 'ftp://portal.example' },
    { PORT: '99999' },
  ];
  const answers = await Promise.all(wrong.map((settings) => run(toParts('demo:assistant'), [], settings)));
  const address = 'PUBLIC_URL must be an address like https://portal.example.\n';
  expect(answers.map(({ code, errors }) => [code, errors])).toEqual([
    [2, address],
    [2, address],
    [2, 'PORT must be a port number from 0 to 65535.\n'],
  ]);
});

test.each<Wrong>([
  [['--port', '3001'], /^Unknown argument '--port': settings are variables, such as PORT=3001\. Usage: npm start /],
  [['3001'], /^Unknown argument '3001': /],
])('npm start %j is one line, exit code 2', async (args, line) => {
  const { code, out, errors } = await run(['server/main.ts'], args);
  expect(errors).toMatch(line);
  expect(errors.trimEnd().split('\n')).toHaveLength(1);
  expect({ code, out }).toEqual({ code: 2, out: '' });
});

test('npm start says what it does and which version it is', async () => {
  const [help, version] = await Promise.all([['--help'], ['--version']].map((args) => run(['server/main.ts'], args)));
  expect(help).toEqual({ code: 0, out: expect.stringMatching(/^Usage: npm start [\s\S]+\n$/), errors: '' });
  expect(version).toEqual({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+(?:-[\w.]+)?(?: \([0-9a-f]{12}\))?\n$/),
    errors: '',
  });
});
