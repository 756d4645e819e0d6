import type { AttentionSource } from '#server/records/attention-source.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, date, nullable, text, textOf } from '#server/sql/types.ts';
import type { VatTreatment } from '#features/billing/contract/vat.ts';
import { isVatOpen, proposeVat } from './propose-vat.ts';

/* One statement: the company with the decision that holds today. */
const getDecided = statement.get({
  name: 'attention.vat',
  text: `
    select c.country, c.vat_number as "vatNumber", c.is_provider as "isProvider", d.treatment, d.country as "decidedCountry",
      d.vat_number as "decidedNumber"
    from companies c left join lateral (
      select treatment, country, vat_number from vat_decisions
      where company_id = $companyId and valid_from <= $today order by valid_from desc, number desc limit 1) d on true
    where c.id = $companyId`,
  params: { today: date },
  row: {
    country: nullable(text),
    vatNumber: nullable(text),
    isProvider: boolean,
    treatment: nullable(textOf<VatTreatment>()),
    decidedCountry: nullable(text),
    decidedNumber: nullable(text),
  },
});

/** @param providerVatNumber in the country of which nothing has to be decided */
export const findUndecidedVat =
  (providerVatNumber: string): AttentionSource<'undecidedVat'> =>
  async (tx, { today }) => {
    const {
      treatment,
      decidedCountry: country,
      decidedNumber: vatNumber,
      ...company
    } = await getDecided(tx, { today });
    const proposed = proposeVat(company, providerVatNumber);
    const decision = treatment === null ? undefined : { country, vatNumber };
    if (proposed === null || !isVatOpen(company, decision, proposed)) return null;
    return { count: 1, charged: treatment ?? 'domestic', proposed };
  };
