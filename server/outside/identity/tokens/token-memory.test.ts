import { beforeEach, expect, test } from 'vitest';
import { rememberTokens } from './token-memory.ts';

const start = new Date('2026-03-01T12:00:00.000Z');
const expiresAt = new Date(start.getTime() + 300_000);
let now: Date;
let checks: string[];

beforeEach(() => {
  now = start;
  checks = [];
});

const after = (seconds: number) => {
  now = new Date(start.getTime() + seconds * 1000);
};

/** Says of every token but `unsound` that it is sound until the end of its five minutes. */
const open = () =>
  rememberTokens(
    {
      verify: async (token) => {
        checks.push(token);
        if (token === 'unsound' || now >= expiresAt) return undefined;
        const holder = { issuer: 'i', subject: token, isOwn: true, email: undefined, isEmailVerified: false };
        return { ...holder, sessionId: 's', expiresAt };
      },
    },
    { now: () => now },
  );

test('a token that was sound a moment ago is not checked again', async () => {
  const { verify } = open();
  await verify('a');
  after(59);
  expect(await verify('a')).toMatchObject({ subject: 'a' });
  expect(checks).toEqual(['a']);
});

test('every token is known by its whole text', async () => {
  const { verify } = open();
  await verify('a');
  expect(await verify('ab')).toMatchObject({ subject: 'ab' });
  expect(checks).toEqual(['a', 'ab']);
});

test('a token is checked anew every minute', async () => {
  const { verify } = open();
  await verify('a');
  after(60);
  await verify('a');
  expect(checks).toEqual(['a', 'a']);
});

test('a token ends when it says, even when it was checked a moment before', async () => {
  const { verify } = open();
  after(290);
  expect(await verify('a')).toBeDefined();
  after(300);
  expect(await verify('a')).toBeUndefined();
});

test('a token that is not sound is checked every time', async () => {
  const { verify } = open();
  expect(await verify('unsound')).toBeUndefined();
  expect(await verify('unsound')).toBeUndefined();
  expect(checks).toHaveLength(2);
});

test('a clock that is set back does not prolong what is remembered', async () => {
  const { verify } = open();
  await verify('a');
  after(-3600);
  await verify('a');
  expect(checks).toHaveLength(2);
});

test('the oldest tokens make room for new ones', async () => {
  const { verify } = open();
  await verify('first');
  for (let index = 0; index < 2000; index += 1) await verify(String(index));
  await verify('first');
  expect(checks.filter((token) => token === 'first')).toHaveLength(2);
});
