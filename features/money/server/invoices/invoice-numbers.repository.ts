import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, boolean, integer, text } from '#server/sql/types.ts';

export interface SeriesNumber {
  readonly invoiceId: string;
  readonly seriesYear: number;
  readonly seriesNumber: number;
}

const createSeriesStatement = statement({
  text: 'insert into invoice_series (company_id, year) values ($companyId, $year) on conflict do nothing',
  params: { year: integer },
});

const series = { last: integer, freed: array(integer) };

const lockSeriesStatement = statement({
  text: `
    select last_number as last, freed from invoice_series where company_id = $companyId and year = $year for update`,
  params: { year: integer },
  row: series,
});

const updateSeriesStatement = statement({
  text: `
    update invoice_series set last_number = $last, freed = $freed where company_id = $companyId and year = $year`,
  params: { year: integer, ...series },
});

const isNumberUsedStatement = statement({
  text: `
    select exists (select from invoices where company_id = $companyId and invoice_id = $invoiceId) as "isUsed"`,
  params: { invoiceId: text },
  row: { isUsed: boolean },
});

/**
 * Takes the next number of the company's series of a year: the lowest freed one, else one more than the last. Skips
 * numbers that were entered by hand. Locks the series until the transaction ends; a rollback frees the number.
 */
export async function claimNumber(tx: CompanyTransaction, companyName: string, year: number): Promise<SeriesNumber> {
  const prefix = await getPrefix(tx, toPrefix(companyName));
  await tx.run(createSeriesStatement, { year });
  let { last, freed } = await tx.get(lockSeriesStatement, { year });
  for (;;) {
    const [number = last + 1, ...rest] = freed;
    last = Math.max(last, number);
    freed = rest;
    const invoiceId = `${prefix}-${year}-${String(number).padStart(4, '0')}`;
    const { isUsed } = await tx.get(isNumberUsedStatement, { invoiceId });
    if (isUsed) continue;
    await tx.run(updateSeriesStatement, { year, last, freed });
    return { invoiceId, seriesYear: year, seriesNumber: number };
  }
}

const findPrefixStatement = statement({
  text: 'select prefix from invoice_prefixes where company_id = $companyId',
  row: { prefix: text },
});

const createPrefixStatement = statement({
  text: `
    insert into invoice_prefixes (company_id, prefix) values ($companyId, $prefix) on conflict (prefix) do nothing`,
  params: { prefix: text },
});

/** The prefix of the company; without one, gives it the first of `ACME`, `ACME2`, `ACME3` … that no company has. */
async function getPrefix(tx: CompanyTransaction, base: string): Promise<string> {
  const stored = await tx.find(findPrefixStatement);
  if (stored) return stored.prefix;
  for (let place = 1; ; place += 1) {
    const prefix = place === 1 ? base : `${base}${place}`;
    if ((await tx.run(createPrefixStatement, { prefix })) > 0) return prefix;
  }
}

/** The first word of the company's name in at most six letters from A to Z, which banks and file systems accept. */
export function toPrefix(companyName: string): string {
  const [word = ''] =
    companyName
      .normalize('NFKD')
      .toUpperCase()
      .replaceAll(/\p{M}/gu, '')
      .match(/[A-Z]+/g) ?? [];
  return word.slice(0, 6) || 'INV';
}
