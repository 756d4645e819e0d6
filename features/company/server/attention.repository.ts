import { listMissingData } from '#features/billing/contract/invoice-address.ts';
import type { AttentionSource } from '#server/records/attention-source.ts';
import type { FirstStepSource } from '#server/records/first-step-source.ts';
import { statement } from '#server/sql/statement.ts';
import { nullable, text } from '#server/sql/types.ts';

const value = nullable(text);

/* The provider sends itself no invoice. An empty field is as good as none. */
const findInvoiced = statement.find({
  name: 'attention.company',
  text: `
    select nullif(trim(address_1), '') as address_1, nullif(trim(zip), '') as zip, nullif(trim(city), '') as city,
      nullif(trim(country), '') as country, nullif(trim(vat_number), '') as "vatNumber"
    from companies where id = $companyId and not is_provider`,
  row: { address_1: value, zip: value, city: value, country: value, vatNumber: value },
});

export const hasInvoiceData: FirstStepSource = async (tx) => {
  const company = await findInvoiced(tx);
  return company === undefined || listMissingData(company).length === 0;
};

export const findMissingData: AttentionSource<'companyData'> = async (tx) => {
  const company = await findInvoiced(tx);
  const missing = company ? listMissingData(company) : [];
  return missing.length === 0 ? null : { count: missing.length, missing };
};
