import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { createKeySource } from './key-source.ts';

const { publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const jwk = await exportJWK(publicKey);

let now: Date;
let loads: number;
let keys: JWK[];

const clock = { now: () => now };
const load = async () => {
  loads += 1;
  const found = [...keys];
  await Promise.resolve();
  return { keys: found };
};
const askForMadeUp = (source: ReturnType<typeof createKeySource>) =>
  Promise.all(Array.from({ length: 20 }, (_, place) => source.keysFor(`made-up-${place}`)));

beforeEach(() => {
  now = new Date('2026-11-21T12:00:00.000Z');
  loads = 0;
  keys = [{ ...jwk, kid: 'key-1' }];
});

describe('unknown key ids of another issuer', () => {
  test('load the keys once in thirty seconds, however many come', async () => {
    const source = createKeySource(load, clock);
    await askForMadeUp(source);
    await askForMadeUp(source);
    expect(loads).toBe(1);
    now = new Date(now.getTime() + 31_000);
    await askForMadeUp(source);
    expect(loads).toBe(2);
  });

  test('are looked for again after the clock jumped back', async () => {
    const source = createKeySource(load, clock);
    await source.keysFor('made-up');
    now = new Date(now.getTime() - 3_600_000);
    await source.keysFor('made-up');
    expect(loads).toBe(2);
  });
});

describe('unknown key ids without a pause', () => {
  test('load the keys one at a time, however many come at once', async () => {
    await askForMadeUp(createKeySource(load, clock, 0));
    expect(loads).toBe(1);
  });

  test('are found where their key was made while an earlier load was under way', async () => {
    const source = createKeySource(load, clock, 0);
    const earlier = source.keysFor('key-1');
    keys.push({ ...jwk, kid: 'key-2' });
    expect(await source.keysFor('key-2')).toBeDefined();
    expect(await earlier).toBeDefined();
  });
});
