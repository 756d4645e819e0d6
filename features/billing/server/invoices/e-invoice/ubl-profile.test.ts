import { expect, test } from 'vitest';
import type { EInvoice } from './e-invoice.ts';
import { listRandomInvoices } from './testing/random-invoices.ts';
import { getProfile } from './ubl-profile.ts';

const [drawn] = listRandomInvoices(1, 'profile');
const address = { lines: ['Street 1'], city: 'Köln', postCode: '50667', region: null, country: 'DE' };
const party = { name: 'Acme', registrationNumber: null, vatNumber: null, address };

function getName(change: Partial<EInvoice>): string {
  if (drawn === undefined) throw new Error('no invoice was drawn');
  const electronicAddress = { scheme: '0191', id: '12345678' };
  const contact = { name: 'Steward', phone: '+372 600 0000', email: 'support@steward.example' };
  const complete = {
    ...drawn,
    seller: { ...party, electronicAddress, contact },
    buyer: { ...party, electronicAddress },
    buyerReference: '04011000-12345-34',
    orderReference: null,
    period: { from: '2026-10-01', to: '2026-10-31' },
  };
  const { specification } = getProfile({ ...complete, ...change });
  return /xrechnung|peppol/.exec(specification)?.[0] ?? 'EN 16931';
}

const buyer = { ...party, electronicAddress: { scheme: '0191', id: '12345678' } };

test('claims no more than the invoice has', () => {
  expect(getName({})).toBe('xrechnung');
  expect(getName({ period: null, lines: drawn?.lines.map((line) => ({ ...line, period: null })) ?? [] })).toBe(
    'peppol',
  );
  expect(getName({ buyer: { ...buyer, address: { ...address, city: null } } })).toBe('peppol');
  expect(getName({ buyer: { ...buyer, address: { ...address, country: 'AT' } } })).toBe('peppol');
  expect(getName({ buyerReference: null, orderReference: 'PO 7' })).toBe('peppol');
  expect(getName({ buyerReference: null })).toBe('EN 16931');
  expect(getName({ buyerReference: ' \u0001', orderReference: '\u0002' })).toBe('EN 16931');
  expect(getName({ buyer: { ...buyer, electronicAddress: null } })).toBe('EN 16931');
});
