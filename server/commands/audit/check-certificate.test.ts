import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { signCertificate } from '#features/company/server/companies/certificate.ts';
import { getPublicKey } from '../../lib/crypto/audit-seal.ts';
import { checkCertificate } from './check-certificate.ts';

function makeKey() {
  const signingKey = generateKeyPairSync('ed25519').privateKey;
  return { number: 1, macKey: Buffer.alloc(32), signingKey };
}

const key = makeKey();
const facts = {
  tables: { users: 2, conversations: 40 },
  accounts: 1,
  files: { count: 3, bytes: 1200 },
  invoices: [{ id: '1', number: 'ACME-2026-0007', keepUntil: '2036-12-31' }],
  backups: [],
};
const company = { id: 'c', companyName: 'Globex', deletedAt: new Date('2026-11-23T10:00:00Z'), facts };
const text = signCertificate(key, company, new Date('2026-11-23T11:00:00Z'));

test('a certificate as it was signed says what was removed, and which key signed it', () => {
  expect(checkCertificate(text, getPublicKey(key))).toEqual([
    'The certificate is as it was signed: Globex, deleted at 2026-11-23T10:00:00.000Z.',
    'Removed: rows 42, accounts 1, files 3.',
    'The key is the given one.',
  ]);
  expect(checkCertificate(text).at(-1)).toContain(getPublicKey(key));
});

test.each([
  ['another count', text.replace('"conversations": 40', '"conversations": 4')],
  ['another company', text.replace('Globex', 'Acme')],
  ['an invoice left out', text.replace(/"invoices": \[[^\]]*\]/, '"invoices": []')],
  ['a field more', text.replace('"format": 1', '"format": 1, "note": "checked"')],
])('%s is seen', (_, changed) => {
  expect(changed).not.toBe(text);
  expect(() => checkCertificate(changed)).toThrow('It was changed after it was signed.');
});

test('a certificate that was signed again with another key is seen by the key', () => {
  const forged = signCertificate(makeKey(), company, new Date('2026-11-23T11:00:00Z'));
  expect(() => checkCertificate(forged, getPublicKey(key))).toThrow('Another key signed it');
});

test.each(['', '[]', '{"certificate":{}}', 'no JSON'])('%j is no certificate', (other) => {
  expect(() => checkCertificate(other)).toThrow('It is no certificate of a deletion.');
});

const changed = 'It was changed after it was signed';
test.each([
  ['the certificate', `{"certificate": {"forged": true}, ${text.trim().slice(1)}`],
  ['a number, first', text.replace('"conversations": 40', '"conversations": 999, "conversations": 40')],
  ['a number, last', text.replace('"users": 2', '"users": 2, "users": 2')],
  ['a name in other letters', text.replace('"rows": 42', String.raw`"r\u006fws": 999, "rows": 42`)],
  ['the signature', text.replace('"signature": {', '"signature": {"value": "AAAA"}, "signature": {')],
  ['a field of the signature', text.replace('"algorithm"', '"algorithm": "none", "algorithm"')],
])('a certificate in which %s stands twice is no more as it was signed', (_, doubled) => {
  expect(doubled).not.toBe(text);
  expect(() => checkCertificate(doubled)).toThrow(changed);
});

test.each([
  ['beside the certificate', text.replace('"signature": {', '"removed": {"rows": 999}, "signature": {')],
  ['in the signature', text.replace('"algorithm"', '"note": "checked", "algorithm"')],
])('a field %s, which nothing signs, is none of a certificate', (_, more) => {
  expect(more).not.toBe(text);
  expect(() => checkCertificate(more)).toThrow('It is no certificate of a deletion.');
});
