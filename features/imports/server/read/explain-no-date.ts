import type { ColumnChoice } from '#features/imports/contract/import-settings.ts';
import type { ImportPreview } from '#features/imports/contract/log-imports.ts';
import { rankName } from './column-names.ts';
import { findDateFormats } from './parse-date.ts';

type Faults = ImportPreview['faults'];
type Column = ImportPreview['found']['columns'][number];

const maxTried = 3;
const datePath = 'settings.csv.columns.date';

/** The faults, of which that of a missing date column says which columns were tried, and which value of each is no date. */
export function explainNoDate(
  faults: Faults,
  { columns }: Pick<ImportPreview['found'], 'columns'>,
  chosen: ColumnChoice,
  now: Date,
): Faults {
  return faults.map((fault) =>
    fault.path === datePath
      ? { ...fault, message: `${fault.message} ${describeTried(listTried(columns, chosen), now)}` }
      : fault,
  );
}

/** Columns that no other role has: those that are named like dates, and those with digits. */
function listTried(columns: readonly Column[], chosen: ColumnChoice): Column[] {
  const taken = Object.values(chosen);
  const free = columns.filter((_, index) => !taken.includes(index));
  const isNamed = ({ name }: Column) => rankName('date', name) !== undefined;
  const hasDigits = ({ values }: Column) => values.some((value) => /\p{Nd}/u.test(value));
  const [named, others] = [free.filter(isNamed), free.filter((column) => !isNamed(column) && hasDigits(column))];
  return [...named, ...others].slice(0, maxTried);
}

function describeTried(tried: readonly Column[], now: Date): string {
  if (tried.length === 0) return 'No column has dates, and each message needs one.';
  return `No dates were found: ${tried.map((column) => describeColumn(column, now)).join('; ')}.`;
}

function describeColumn({ name, values }: Column, now: Date): string {
  const filled = values.filter((value) => value.trim() !== '');
  const [first] = filled;
  if (first === undefined) return `“${name}” begins empty`;
  const wrong = filled.find((value) => findDateFormats([value], now).length === 0);
  if (wrong === undefined) return `“${name}” has “${first}”, a number or date of many meanings`;
  if (yearless.test(wrong)) return `“${name}” has “${wrong}”, where the year is missing: write it in the file`;
  return `“${name}” has “${wrong}”, which is no date that is known here`;
}

/** Day and month alone, or with a time: `03.02.`, `3/2 10:15`. */
const yearless = /^\s*\d{1,2}[./-]\s?\d{1,2}\.?(?:[,\s]+\d{1,2}:\d{2}\S*)?\s*$/;
