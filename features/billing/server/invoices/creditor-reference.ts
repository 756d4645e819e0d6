import { createHash } from 'node:crypto';
import { getMod97 } from '#server/lib/crypto/mod97.ts';

/** Characters of an ISO 11649 reference after `RF` and the check digits. */
const bodyMaxLength = 21;
const hashLength = 8;

/**
 * The ISO 11649 creditor reference of an invoice number, without spaces: its letters and digits. Ends with a part of the
 * number's SHA-256 where these are missing, too many or not unique.
 */
export function toCreditorReference(invoiceId: string): string {
  const folded = invoiceId.normalize('NFKD').toUpperCase();
  const kept = folded.replaceAll(/[^A-Z0-9]/g, '');
  const isWhole = kept !== '' && kept.length <= bodyMaxLength && !/[^\p{M}\p{P}\p{Z}\p{S}A-Z0-9]/u.test(folded);
  return isWhole ? addCheckDigits(kept) : toUniqueReference(invoiceId);
}

/** One that ends with a part of the number's hash, for a number whose letters and digits another paper has too. */
export function toUniqueReference(invoiceId: string): string {
  const folded = invoiceId.normalize('NFKD').toUpperCase();
  const kept = folded.replaceAll(/[^A-Z0-9]/g, '');
  return addCheckDigits(`${kept.slice(0, bodyMaxLength - hashLength)}${hashNumber(invoiceId)}`);
}

function addCheckDigits(body: string): string {
  const checkDigits = 98 - getMod97(`${body}RF00`);
  return `RF${String(checkDigits).padStart(2, '0')}${body}`;
}

function hashNumber(invoiceId: string): string {
  return createHash('sha256').update(invoiceId.normalize('NFC')).digest('hex').slice(0, hashLength).toUpperCase();
}

/** Groups of four characters, as references and IBANs are printed. */
export const groupByFour = (text: string): string => text.replaceAll(/(.{4})(?=.)/g, '$1 ');
