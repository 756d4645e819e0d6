import type { VatTreatment } from '#features/billing/contract/vat.ts';
import { statement } from '#server/sql/statement.ts';
import { date, instant, integer, nullable, text, textOf, uuid } from '#server/sql/types.ts';

/** The lines of an invoice that is credited, with how each is taxed; null for lines of before. */
export const listCreditedLines = statement.list({
  text: `
    select description, requests, price_ten_thousandths as "priceTenThousandths",
      total_ten_thousandths as "totalTenThousandths", month, vat_treatment as treatment, vat_rate as rate
    from invoice_lines where company_id = $companyId and invoice_id = $id order by position`,
  params: { id: uuid },
  row: {
    description: text,
    requests: nullable(integer),
    priceTenThousandths: nullable(integer),
    totalTenThousandths: integer,
    month: nullable(date),
    treatment: nullable(textOf<VatTreatment>()),
    rate: nullable(integer),
  },
});

const both = { creditNoteId: uuid, correctedId: uuid };

/** Gives a credit note the lines of the invoice that it credits wholly. */
export const copyLines = statement.run({
  text: `
    insert into invoice_lines (company_id, invoice_id, position, description, month, skill_number, skill_id, requests,
      price_ten_thousandths, total_ten_thousandths, vat_treatment, vat_rate)
    select company_id, $creditNoteId, position, description, month, skill_number, skill_id, requests,
      price_ten_thousandths, total_ten_thousandths, vat_treatment, vat_rate
    from invoice_lines where company_id = $companyId and invoice_id = $correctedId`,
  params: both,
});

/** Makes the usage of a wholly credited invoice unbilled: the credit note bills it with the opposite sign. */
export const createNegativeUsage = statement.run({
  text: `
    insert into invoiced_usage (company_id, invoice_id, month, skill_number, price_ten_thousandths, requests)
    select company_id, $creditNoteId, month, skill_number, price_ten_thousandths, -requests
    from invoiced_usage where company_id = $companyId and invoice_id = $correctedId`,
  params: both,
});

/** Makes the base fees of a wholly credited invoice unbilled. */
export const deleteInvoicedFees = statement.run({
  text: 'delete from invoiced_fees where company_id = $companyId and invoice_id = $correctedId',
  params: { correctedId: uuid },
});

/** Makes the support requests of a wholly credited invoice unbilled. */
export const deleteInvoicedSupport = statement.run({
  text: 'delete from invoiced_support where company_id = $companyId and invoice_id = $correctedId',
  params: { correctedId: uuid },
});

/** Notes the amount on the credited invoice, which this transaction has locked. */
export const updateCredited = statement.run({
  text: `
    update invoices set credited_ten_thousandths = credited_ten_thousandths + $amount, version = version + 1,
      updated_at = $now
    where company_id = $companyId and id = $id`,
  params: { id: uuid, amount: integer, now: instant },
});
