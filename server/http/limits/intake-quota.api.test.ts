import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeIntakeKey } from '../../testing/sweeps/intake-senders.ts';
import { useTestPortal } from '../../testing/test-portal.ts';

const portal = useTestPortal({ INTAKE_MIB_PER_MINUTE: '16' });
const mebibyte = 1024 * 1024;

/** A body of spaces, which costs little to parse. */
const send = (secret: string, bytes: number) =>
  portal().call('/intake/conversations', {
    body: gzipSync(Buffer.alloc(bytes, ' ')),
    headers: { authorization: `Bearer ${secret}`, 'content-encoding': 'gzip', 'content-type': 'application/json' },
  });

test('a key that has sent its bytes of a minute waits until it is over, and no other key does', async () => {
  const { id } = await portal().makeCompany();
  const [busy, other] = [
    await makeIntakeKey(portal(), id, { name: 'busy' }),
    await makeIntakeKey(portal(), id, { name: 'other' }),
  ];
  // Decompressed bytes count: each body is a few kilobytes on the wire.
  for (const mebibytes of [7, 7]) expect((await send(busy.secret, mebibytes * mebibyte)).status).not.toBe(429);
  const refused = await send(busy.secret, 3 * mebibyte);
  expect(refused).toMatchObject({ status: 429, body: { code: 'intake.too-much' } });
  const waitSeconds = Number(refused.headers.get('retry-after'));
  expect([waitSeconds > 0, waitSeconds <= 60]).toEqual([true, true]);
  // Small calls of the same key wait too, because the body is refused before it is read.
  expect((await send(busy.secret, 1)).status).toBe(429);
  expect((await send(other.secret, mebibyte)).status).not.toBe(429);
  portal().clock.advance(waitSeconds * 1000);
  expect((await send(busy.secret, mebibyte)).status).not.toBe(429);
});
