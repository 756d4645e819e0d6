import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password-hashing.ts';

/** Hashes that better-auth 1.7.7 wrote, as they are in the databases of former releases. */
const former = {
  plain:
    '2157b1463d8b2b2da88265354f83c1a4:f61b2366c9639d6f0d73bc7b70b5f240ae8b2224e33929b1d5c352bf7599cc02f04b1fca20314d8d1fdc9f9cff07d200d46a22d6f8ce2db7ee42e4f6f5932c96',
  composed:
    'cc11186041851f0fe075a7c0b69c7624:dd71c409472126d7bf8efbb24a094edeb3d577df527a9b804f20f1cf6851808f2d79ed0727a68e1a4a8231718316214a61d6452755578748775e4189ffad5858',
};

it('a hash of a former release opens for its password alone', async () => {
  expect(await verifyPassword({ hash: former.plain, password: 'Correct-Horse-7' })).toBe(true);
  expect(await verifyPassword({ hash: former.plain, password: 'Correct-Horse-8' })).toBe(false);
});

it('a password counts in every spelling of its characters', async () => {
  for (const password of ['Con\uFB01rmed-Ünïcode-7', 'Confirmed-U\u0308ni\u0308code-7'])
    expect(await verifyPassword({ hash: former.composed, password })).toBe(true);
});

it('a new hash has the same form and another salt each time', async () => {
  const [one, other] = [await hashPassword('Correct-Horse-7'), await hashPassword('Correct-Horse-7')];
  expect(one).toMatch(/^[\da-f]{32}:[\da-f]{128}$/);
  expect(one).not.toBe(other);
  expect(await verifyPassword({ hash: one, password: 'Correct-Horse-7' })).toBe(true);
});

it.each(['', ':', 'no hash', `${former.plain}00`, former.plain.slice(0, -2), former.plain.replace(':', '')])(
  'what is no hash opens for no password: %s',
  async (hash) => {
    expect(await verifyPassword({ hash, password: 'Correct-Horse-7' })).toBe(false);
  },
);
