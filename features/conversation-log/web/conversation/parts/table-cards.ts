import { cardFieldCount } from '#features/conversation-log/contract/sizes.ts';
import { foldSearch, foldText } from '#contract/fold-text.ts';
import type { TablePart } from '#contract/conversations/message-parts.ts';

/** A field with more distinct values is filtered by typed text. */
const mostChoices = 30;

type Row = TablePart['sourceData'][number];

export interface TableField {
  name: string;
  label: string;
}

/** Fields of the legend in its order, then the other fields of the rows. */
export function listFields({ legend = {}, sourceData }: TablePart): TableField[] {
  const names = new Set(Object.keys(legend));
  for (const row of sourceData) for (const name of Object.keys(row)) names.add(name);
  return [...names].map((name) => toField(name, legend));
}

/** The required fields of the table, or its first six. */
export function listCardFields(part: TablePart): TableField[] {
  const { requiredFields = [], legend = {} } = part;
  if (requiredFields.length === 0) return listFields(part).slice(0, cardFieldCount);
  return [...new Set(requiredFields)].map((name) => toField(name, legend));
}

function toField(name: string, legend: Readonly<Record<string, string>>): TableField {
  const label = Object.hasOwn(legend, name) ? legend[name] : undefined;
  return { name, label: label || name };
}

/** Empty where the row does not have the field. */
export function formatCell(row: Row, name: string): string {
  const value = Object.hasOwn(row, name) ? row[name] : undefined;
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}

export interface TableFilter extends TableField {
  /** Undefined for a field with too many values, which is filtered by typed text. */
  choices: string[] | undefined;
}

export function listFilters({ filters = [], legend = {}, sourceData }: TablePart): TableFilter[] {
  return [...new Set(filters)].map((name) => {
    const values = new Set(sourceData.map((row) => formatCell(row, name)));
    values.delete('');
    const choices = [...values].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    return { ...toField(name, legend), choices: choices.length <= mostChoices ? choices : undefined };
  });
}

/** Rows whose cells equal every choice and contain every typed text. */
export function filterRows(
  rows: readonly Row[],
  filters: readonly TableFilter[],
  wanted: ReadonlyMap<string, string>,
): readonly Row[] {
  const active = filters.filter(({ name }) => (wanted.get(name) ?? '').trim() !== '');
  if (active.length === 0) return rows;
  return rows.filter((row) =>
    active.every(({ name, choices }) => {
      const text = wanted.get(name) ?? '';
      const cell = formatCell(row, name);
      return choices ? cell === text : foldText(cell).includes(foldSearch(text));
    }),
  );
}
