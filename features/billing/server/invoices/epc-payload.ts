import type { TenThousandths } from '#features/money/contract/money.ts';

interface PayloadInput {
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
  readonly amount: TenThousandths;
  /** ISO 11649, without spaces. */
  readonly reference: string;
}

const nameMaxLength = 70;
const perCent = 100;
const maxCents = 99_999_999_999;

/**
 * The text of a QR code for a SEPA transfer: EPC069-12 version 002, in UTF-8, with a structured reference. Null where
 * the amount is zero, not whole cents or above the limit of a transfer.
 */
export function toEpcPayload({ name, iban, bic, amount, reference }: PayloadInput): string | null {
  const cents = amount / perCent;
  if (!Number.isSafeInteger(cents) || cents < 1 || cents > maxCents) return null;
  const digits = String(cents).padStart(3, '0');
  const euros = `EUR${digits.slice(0, -2)}.${digits.slice(-2)}`;
  const purpose = '';
  const lines = ['BCD', '002', '1', 'SCT', bic ?? '', cut(name), iban, euros, purpose, reference];
  return lines.join('\n');
}

const cut = (name: string) => [...name.replaceAll(/\s+/gu, ' ').trim()].slice(0, nameMaxLength).join('');
