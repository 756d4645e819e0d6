import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../database/connection/errors.ts';
import { logRequest } from '../http/http-app.ts';
import { Problem } from '../lib/request/problem.ts';
import { StorageFailed } from '../lib/storage-failed.ts';
import { MailServerAway } from '../outside/mail/mail.ts';
import { createLog, type LogSettings } from './log.ts';
import { testLog } from './testing/test-log.ts';

type Line = Readonly<Record<string, unknown>>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openLog(settings: LogSettings) {
  const lines: Line[] = [];
  const log = createLog(settings, { write: (line) => void lines.push(JSON.parse(line) as Line) });
  /** The lines since the last call. */
  const take = () => lines.splice(0);
  return { log, take };
}

const endMinute = () => vi.advanceTimersByTime(60_000);

test.each([
  ['numbers', 40],
  ['words', 'warn'],
] as const)('a line says the version, and its level as %s', (levels, level) => {
  const { log, take } = openLog(testLog('info', levels));
  log.warn({ part: 'http' }, 'not closed in time');
  expect(take()).toMatchObject([{ level, version: '1.2.3', part: 'http', msg: 'not closed in time' }]);
});

const lost = new DatabaseUnavailable('unreachable', {
  cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
});

const outages: ReadonlyArray<readonly [part: string, failure: unknown, level: number, text: RegExp]> = [
  ['database', lost, 50, /^the database does not answer; calls end in 503/],
  ['files', new StorageFailed('the storage does not answer'), 50, /^Files cannot be stored or read: the storage does/],
  ['mail', new MailServerAway('(ESOCKET)', 'nothing listens'), 50, /^no mail is sent, .*: nothing listens$/],
  [
    'issuer',
    new Problem('session.issuer-unreachable', { cause: new Error('away') }),
    40,
    /^the sign-in service of a comp/,
  ],
];

test.each(outages)(
  'an outage of %s is one line a minute with the number of what failed',
  (part, failure, level, msg) => {
    const { log, take } = openLog(testLog('info'));
    const fail = (times: number) => {
      for (let time = 0; time < times; time += 1) log.warn({ err: failure }, 'job failed, will be tried again');
    };
    fail(801);
    expect(take()).toMatchObject([{ level, outage: part, count: 1, msg: expect.stringMatching(msg) }]);
    endMinute();
    fail(3);
    endMinute();
    expect(take()).toMatchObject([
      { level, outage: part, count: 800, seconds: 60, msg: expect.stringMatching(msg) },
      { level, outage: part, count: 3, seconds: 60 },
    ]);
    endMinute();
    expect(take()).toEqual([]);
    // A minute without a failure has ended it.
    fail(1);
    expect(take()).toMatchObject([{ outage: part, count: 1 }]);
  },
);

test('what was counted of a minute is said at the end of the process', () => {
  const before = process.listeners('exit');
  const { log, take } = openLog(testLog('info'));
  const fail = (times: number) => {
    for (let time = 0; time < times; time += 1) log.warn({ err: lost }, 'job failed, will be tried again');
  };
  fail(1);
  const [sayRest, ...others] = process.listeners('exit');
  expect(others).toEqual(before);
  take();
  fail(7);
  vi.advanceTimersByTime(20_000);
  sayRest?.(0);
  expect(take()).toMatchObject([{ level: 50, outage: 'database', count: 7, seconds: 20 }]);
  // It is said once, and a process without an outage has nothing to say.
  sayRest?.(0);
  expect(take()).toEqual([]);
  vi.advanceTimersByTime(180_000);
  expect(process.listeners('exit')).toEqual(before);
});

test('calls in an outage are counted, each is a line of debug, and another failure is a line as ever', () => {
  const answer = (log: ReturnType<typeof createLog>, failure: unknown) =>
    logRequest(log, {
      request: new Request('http://portal.example/api/users'),
      context: {
        requestId: 'a-request',
        headers: new Headers(),
        clientAddress: '2001:db8:1:2::3',
        responseHeaders: new Headers(),
        operationId: 'usersList',
        actor: undefined,
        intakeCaller: undefined,
      },
      status: 503,
      durationMs: 1,
      failure,
    });
  const quiet = openLog(testLog('info'));
  for (let call = 0; call < 50; call += 1) answer(quiet.log, lost);
  expect(quiet.take()).toMatchObject([{ outage: 'database', count: 1, code: 'ECONNREFUSED' }]);
  answer(quiet.log, new Problem('service.unavailable', { detail: 'too many intake keys' }));
  expect(quiet.take()).toMatchObject([{ level: 40, detail: 'too many intake keys', client: '2001:db8:1:*' }]);
  endMinute();
  expect(quiet.take()).toMatchObject([{ outage: 'database', count: 49, seconds: 60 }]);

  const loud = openLog(testLog('debug'));
  answer(loud.log, lost);
  answer(loud.log, lost);
  expect(loud.take().map(({ level, requestId, msg }) => [level, requestId, msg])).toEqual([
    [20, 'a-request', 'request'],
    [50, undefined, expect.stringMatching(/^the database does not answer/)],
    [20, 'a-request', 'request'],
  ]);
});
