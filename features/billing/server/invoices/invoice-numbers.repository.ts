import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import { findFreeReference } from './papers/issued-numbers.repository.ts';
import type { Provider } from './provider.ts';
import { array, boolean, integer, text, type RowOf } from '#server/sql/types.ts';

export interface SeriesNumber {
  readonly invoiceId: string;
  readonly seriesYear: number;
  readonly seriesNumber: number;
  readonly reference: string;
}

const createSeriesStatement = statement({
  text: 'insert into invoice_series (company_id, year) values ($companyId, $year) on conflict do nothing',
  params: { year: integer },
});

const series = { last: integer, freed: array(integer) };

const selectSeries = {
  text: 'select last_number as last, freed from invoice_series where company_id = $companyId and year = $year',
  params: { year: integer },
  row: series,
};
const findSeriesStatement = statement(selectSeries);
const lockSeriesStatement = statement({ ...selectSeries, text: `${selectSeries.text} for update` });

const updateSeriesStatement = statement({
  text: `
    update invoice_series set last_number = $last, freed = $freed where company_id = $companyId and year = $year`,
  params: { year: integer, ...series },
});

const isNumberUsedStatement = statement({
  text: `
    select exists (
      select from invoices where company_id = $companyId and not is_own and invoice_id = $invoiceId) as "isUsed"`,
  params: { invoiceId: text },
  row: { isUsed: boolean },
});

/** The settings that say which series a number is of. */
type Numbering = Pick<Provider, 'invoicePrefix'>;

interface NumberInput {
  readonly companyName: string;
  readonly year: number;
}

/**
 * Takes the next number of a year, of the issuer's one series or the company's own. Skips numbers that the provider has typed, for
 * whichever customer. Locks the series until the transaction ends; a rollback frees the number.
 */
export const claimNumber = (
  tx: CompanyTransaction,
  { invoicePrefix }: Numbering,
  { companyName, year }: NumberInput,
): Promise<SeriesNumber> =>
  invoicePrefix === null ? claimOfCompany(tx, companyName, year) : claimOfIssuer(tx, invoicePrefix, year);

const takeNextStatement = systemStatement({
  text: 'select take_issuer_number($year::smallint) as number',
  params: { year: integer },
  row: { number: integer },
});

async function claimOfIssuer(tx: CompanyTransaction, prefix: string, year: number): Promise<SeriesNumber> {
  for (;;) {
    const { number } = await tx.get(takeNextStatement, { year });
    const invoiceId = toInvoiceId({ prefix, year, number });
    const reference = await findFreeReference(tx, invoiceId);
    if (reference !== undefined) return { invoiceId, seriesYear: year, seriesNumber: number, reference };
  }
}

export const toInvoiceId = ({ prefix, year, number }: { prefix: string; year: number; number: number }): string =>
  `${prefix}-${year}-${String(number).padStart(4, '0')}`;

/** One more than the last, after those that were freed before there were credit notes. */
async function claimOfCompany(tx: CompanyTransaction, companyName: string, year: number): Promise<SeriesNumber> {
  const prefix = await getPrefix(tx, toPrefix(companyName));
  await tx.run(createSeriesStatement, { year });
  let picked = await pickNumber(tx, { prefix, year, ...(await tx.get(lockSeriesStatement, { year })) });
  const claim = async ({ isUsed, invoiceId }: typeof picked) => (isUsed ? undefined : findFreeReference(tx, invoiceId));
  let reference = await claim(picked);
  while (reference === undefined) {
    picked = await pickNumber(tx, { prefix, year, ...picked });
    reference = await claim(picked);
  }
  const { invoiceId, number, last, freed } = picked;
  await tx.run(updateSeriesStatement, { year, last, freed });
  return { invoiceId, seriesYear: year, seriesNumber: number, reference };
}

/**
 * The number that `claimNumber` would take now; undefined where it is not known: it was entered by hand, another customer may have the
 * next one of the issuer, or the company has no prefix before its first invoice.
 */
export async function findNextNumber(
  tx: CompanyTransaction,
  { invoicePrefix }: Numbering,
  year: number,
): Promise<string | undefined> {
  if (invoicePrefix !== null) return undefined;
  const stored = await tx.find(findPrefixStatement);
  if (!stored) return undefined;
  const numbers = (await tx.find(findSeriesStatement, { year })) ?? { last: 0, freed: [] };
  const { invoiceId, isUsed } = await pickNumber(tx, { ...stored, year, ...numbers });
  return isUsed ? undefined : invoiceId;
}

/** The next number of the series, whether it was entered by hand, and the series without it. */
async function pickNumber(
  tx: CompanyTransaction,
  { prefix, year, last, freed }: RowOf<typeof series> & { readonly prefix: string; readonly year: number },
) {
  const [number = last + 1, ...rest] = freed;
  const invoiceId = toInvoiceId({ prefix, year, number });
  const { isUsed } = await tx.get(isNumberUsedStatement, { invoiceId });
  return { number, invoiceId, isUsed, last: Math.max(last, number), freed: rest };
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
