import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const [older, newer] = ['an older key of thirty-two letters!', 'a newer key of thirty-two letters!!'];
const owner = { companyId: randomUUID(), recordId: randomUUID() };
const secret = 'Pässwörd-9f3 🔑';

test('a sealed secret opens for its record and is not readable', () => {
  const box = createSecretBox(newer);
  const sealed = box.seal(secret, owner);
  expect(box.open(sealed, owner)).toBe(secret);
  expect(sealed.toString('latin1')).not.toContain('9f3');
  expect(sealed.length).toBe(1 + 8 + 12 + Buffer.byteLength(secret) + 16);
});

test('the same secret is never sealed to the same bytes', () => {
  const box = createSecretBox(newer);
  expect(box.seal(secret, owner).equals(box.seal(secret, owner))).toBe(false);
});

test('a sealed secret does not open for another company or another record', () => {
  const box = createSecretBox(newer);
  const sealed = box.seal(secret, owner);
  for (const other of [
    { ...owner, companyId: randomUUID() },
    { ...owner, recordId: randomUUID() },
    { companyId: owner.recordId, recordId: owner.companyId },
  ]) {
    expect(() => box.open(sealed, other)).toThrow('can not be opened');
  }
});

test('a changed byte is detected', () => {
  const box = createSecretBox(newer);
  const sealed = box.seal(secret, owner);
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => box.open(changed, owner)).toThrow('can not be opened');
  }
  expect(() => box.open(sealed.subarray(0, 20), owner)).toThrow('can not be opened');
  expect(() => box.open(Buffer.alloc(0), owner)).toThrow('can not be opened');
});

test('a secret sealed with an older key opens while that key exists and is marked as older', () => {
  const sealed = createSecretBox(older).seal(secret, owner);
  const box = createSecretBox(newer, [older]);
  expect(box.open(sealed, owner)).toBe(secret);
  expect([box.isCurrent(sealed), box.isCurrent(box.seal(secret, owner))]).toEqual([false, true]);
  expect(() => createSecretBox(newer).open(sealed, owner)).toThrow('not known any more');
});
