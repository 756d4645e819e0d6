import { expect, it } from 'vitest';
import { decryptText, encryptText } from './encrypted-text.ts';

const key = 'a-key-of-the-tests-with-many-characters-0123456789';

it('what was encrypted opens with its key alone, and unchanged alone', () => {
  const encrypted = encryptText(key, 'Ünïcode');
  expect(decryptText(key, encrypted)).toBe('Ünïcode');
  expect(decryptText(`${key}0`, encrypted)).toBeUndefined();
  const changed = [
    `${encrypted}00`,
    encrypted.slice(2),
    encrypted.slice(0, -2),
    encrypted.replace(/^../, 'zz'),
    '',
    'no',
  ];
  expect(changed.map((each) => decryptText(key, each))).toEqual(changed.map(() => undefined));
});

it('the same text is encrypted differently each time', () => {
  expect(encryptText(key, 'text')).not.toBe(encryptText(key, 'text'));
});
