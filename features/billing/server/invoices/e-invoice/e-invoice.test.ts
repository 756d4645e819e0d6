import { describe, expect, test } from 'vitest';
import type { EInvoice } from './e-invoice.ts';
import { renderCii } from './render-cii.ts';
import { renderUbl } from './render-ubl.ts';
import { listViolations } from './testing/official-rules.ts';
import { listRandomInvoices } from './testing/random-invoices.ts';
import { listSchemaErrors } from './testing/schemas.ts';

/** The figure `eInvoices` of the bench takes a thousand: the rules need a tenth of a second for each. */
const sample = [...listRandomInvoices(14, 'short', 6), ...listRandomInvoices(2, 'long', 80)];

/** One that has all that XRechnung asks for. */
const german = (invoice: EInvoice): EInvoice => ({
  ...invoice,
  buyerReference: '04011000-12345-34',
  period: { from: '2026-10-01', to: '2026-10-31' },
  seller: {
    ...invoice.seller,
    electronicAddress: { scheme: '0191', id: '12345678' },
    contact: { name: 'Steward OÜ', phone: '+372 600 0000', email: 'support@steward.example' },
  },
  buyer: {
    ...invoice.buyer,
    electronicAddress: { scheme: '9930', id: 'DE136695976' },
    address: { ...invoice.buyer.address, city: 'Köln', postCode: '50667', country: 'DE' },
  },
});

describe('random invoices and credit notes over all VAT categories', () => {
  test('keep the official rules of EN 16931 as CII and as UBL', () => {
    for (const invoice of sample) {
      expect(listViolations('en16931-cii', renderCii(invoice))).toEqual([]);
      expect(listViolations('en16931-ubl', renderUbl(invoice))).toEqual([]);
    }
  });

  test('keep the rules of XRechnung where the buyer is German and gave its reference', () => {
    const invoices = listRandomInvoices(5, 'german', 6).map(german);
    for (const invoice of invoices) {
      const xml = renderUbl(invoice);
      // What is outside the scope of VAT has no rate, which XRechnung wants.
      const isSayable = invoice.lines.every(({ vat }) => vat.category !== 'O');
      expect(xml.includes('urn:xeinkauf.de:kosit:xrechnung_3.0')).toBe(isSayable);
      expect(isSayable ? listViolations('xrechnung-ubl', xml) : []).toEqual([]);
      expect(listViolations('en16931-ubl', xml)).toEqual([]);
    }
  });

  test('are valid by the schemas of CII and UBL', async () => {
    const invoices = listRandomInvoices(60, 'schemas', 10);
    const ofType = (type: string) => invoices.filter((invoice) => invoice.type === type).map(renderUbl);
    expect(await listSchemaErrors('cii', invoices.map(renderCii))).toEqual([]);
    expect(await listSchemaErrors('Invoice', ofType('380'))).toEqual([]);
    expect(await listSchemaErrors('CreditNote', ofType('381'))).toEqual([]);
  });
});

describe('the rules and schemas themselves', () => {
  const [invoice] = listRandomInvoices(1, 'one', 1);
  if (invoice === undefined) throw new Error('no invoice was drawn');
  const domestic = {
    ...invoice,
    lines: invoice.lines.map((line) => ({ ...line, vat: { category: 'S', rate: 24_000 } })),
  };
  const cii = renderCii(domestic as EInvoice);
  const ubl = renderUbl(domestic as EInvoice);

  test('find a wrong sum, a missing country and an unknown category', () => {
    const wrongSum = ubl.replace(/(<cbc:PayableAmount[^>]*>)/, '$19');
    expect(listViolations('en16931-ubl', wrongSum).join()).toContain('[BR-CO-16]');
    expect(listViolations('en16931-cii', cii.replaceAll(/<ram:CountryID>.*\n/g, '')).join()).toContain('[BR-09]');
    expect(listViolations('en16931-cii', cii.replaceAll('>S<', '>Y<')).join()).toContain('[BR-CL-');
  });

  test('find elements in a wrong order', async () => {
    const [first = '', second = ''] = /<cbc:ID>.*\n/.exec(ubl) ?? [];
    expect(second).toBe('');
    const moved = ubl.replace(first, '').replace('<cbc:DocumentCurrencyCode>', `${first}<cbc:DocumentCurrencyCode>`);
    expect(await listSchemaErrors(domestic.type === '380' ? 'Invoice' : 'CreditNote', [moved])).not.toEqual([]);
  });
});
