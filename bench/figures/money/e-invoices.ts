import { renderCii } from '#features/billing/server/invoices/e-invoice/render-cii.ts';
import { renderUbl } from '#features/billing/server/invoices/e-invoice/render-ubl.ts';
import { listViolations } from '#features/billing/server/invoices/e-invoice/testing/official-rules.ts';
import { listRandomInvoices } from '#features/billing/server/invoices/e-invoice/testing/random-invoices.ts';
import { listSchemaErrors } from '#features/billing/server/invoices/e-invoice/testing/schemas.ts';
import { atMost, note, type Bench, type Reading } from '../../figure.ts';

export const eInvoices = {
  title: 'Electronic invoices',
  method:
    'Random invoices and credit notes over all VAT categories, rates with parts and 1 to 300 lines, with names in all scripts and hostile characters, as CII and as UBL: rules of the official Schematron of EN 16931 that are violated, and errors by the schemas.',
  async measure({ isQuick }: Bench): Promise<Reading[]> {
    const invoices = listRandomInvoices(isQuick ? 40 : 1000, 'thousand');
    const ciis = invoices.map(renderCii);
    const ubls = invoices.map(renderUbl);
    const ofType = (type: string) => ubls.filter((_, index) => invoices[index]?.type === type);
    const errors = [
      await listSchemaErrors('cii', ciis),
      await listSchemaErrors('Invoice', ofType('380')),
      await listSchemaErrors('CreditNote', ofType('381')),
    ];
    const xrechnungs = ubls.filter((xml) => xml.includes('xrechnung'));
    return [
      note('documents in each syntax', invoices.length, ''),
      note('of these credit notes', ofType('381').length, ''),
      note(
        'lines',
        invoices.reduce((count, { lines }) => count + lines.length, 0),
        '',
      ),
      atMost('rules violated as CII', '0', ciis.flatMap((xml) => listViolations('en16931-cii', xml)).length),
      atMost('rules violated as UBL', '0', ubls.flatMap((xml) => listViolations('en16931-ubl', xml)).length),
      note('XRechnung among them', xrechnungs.length, ''),
      atMost(
        'rules of XRechnung violated',
        '0',
        xrechnungs.flatMap((xml) => listViolations('xrechnung-ubl', xml)).length,
      ),
      atMost('errors by the schemas', '0', errors.flat().length),
    ];
  },
};
