import { eq } from 'drizzle-orm';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { invoices } from '../../database/schema/invoices.ts';

export interface SeriesNumber {
  readonly invoiceId: string;
  readonly seriesYear: number;
  readonly seriesNumber: number;
}

/**
 * Takes the next number of the company's series of a year: what a deleted invoice gave back, else one more than the
 * last. Whoever comes second waits; a rollback gives the number back. Numbers that somebody has typed are passed over.
 */
export async function takeNumber(tx: Transaction, companyName: string, year: number): Promise<SeriesNumber> {
  const prefix = await claimPrefix(tx, toPrefix(companyName));
  const executor = toExecutor(tx);
  await executor.query('insert into invoice_series (year) values ($1) on conflict do nothing', [year]);
  const { rows } = await executor.query<{ last: number; freed: number[] }>(
    'select last_number as last, freed from invoice_series where year = $1 for update',
    [year],
  );
  let { last = 0, freed = [] } = rows[0] ?? {};
  for (;;) {
    const [number = last + 1, ...rest] = freed;
    last = Math.max(last, number);
    freed = rest;
    const invoiceId = `${prefix}-${year}-${String(number).padStart(4, '0')}`;
    if ((await tx.$count(invoices, eq(invoices.invoiceId, invoiceId))) > 0) continue;
    await executor.query('update invoice_series set last_number = $2, freed = $3 where year = $1', [year, last, freed]);
    return { invoiceId, seriesYear: year, seriesNumber: number };
  }
}

/** The next invoice of the series takes the number again, so that none is ever missing. */
export async function freeNumber(tx: Transaction, { seriesYear, seriesNumber }: Omit<SeriesNumber, 'invoiceId'>) {
  await toExecutor(tx).query(
    `update invoice_series set freed = (select array_agg(n order by n) from unnest(freed || $2::int) as n)
      where year = $1`,
    [seriesYear, seriesNumber],
  );
}

/** The company's own, for good; else the first of `ACME`, `ACME2`, `ACME3` … that nobody has. */
async function claimPrefix(tx: Transaction, wanted: string): Promise<string> {
  const executor = toExecutor(tx);
  const { rows } = await executor.query<{ prefix: string }>('select prefix from invoice_prefixes');
  if (rows[0]) return rows[0].prefix;
  for (let place = 1; ; place += 1) {
    const prefix = place === 1 ? wanted : `${wanted}${place}`;
    const { rowCount } = await executor.query(
      'insert into invoice_prefixes (prefix) values ($1) on conflict (prefix) do nothing',
      [prefix],
    );
    if (rowCount) return prefix;
  }
}

/** The first word of the company's name in at most six letters that every bank and file system takes. */
export function toPrefix(companyName: string): string {
  const [word = ''] =
    companyName
      .normalize('NFKD')
      .toUpperCase()
      .replaceAll(/\p{M}/gu, '')
      .match(/[A-Z]+/g) ?? [];
  return word.slice(0, 6) || 'INV';
}
