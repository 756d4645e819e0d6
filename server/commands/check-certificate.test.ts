import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { signCertificate } from '../features/companies/certificate.ts';
import { getPublicKey } from '../lib/crypto/audit-seal.ts';
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
