import type { TablePart } from '#contract/analytics/message-parts.ts';

/** Section 9: cards on one page, and fields on one card, unless the table says otherwise. */
export const usualItemsPerPage = 8;
export const usualFieldCount = 6;
/** A field with more different values is filtered by typing. */
const mostChoices = 30;

type Row = TablePart['sourceData'][number];

export interface TableField {
  name: string;
  label: string;
}

/** Every field of the table: those of the legend in its order, then what the rows hold besides. */
export function listFields({ legend = {}, sourceData }: TablePart): TableField[] {
  const names = new Set(Object.keys(legend));
  for (const row of sourceData) for (const name of Object.keys(row)) names.add(name);
  return [...names].map((name) => toField(name, legend));
}

/** The fields of a card: those that the table requires, otherwise the first six. */
export function listCardFields(part: TablePart): TableField[] {
  const { requiredFields = [], legend = {} } = part;
  if (requiredFields.length === 0) return listFields(part).slice(0, usualFieldCount);
  return [...new Set(requiredFields)].map((name) => toField(name, legend));
}

function toField(name: string, legend: Readonly<Record<string, string>>): TableField {
  const label = Object.hasOwn(legend, name) ? legend[name] : undefined;
  return { name, label: label || name };
}

/** A cell as it is read; nothing where the row does not have the field. */
export function formatCell(row: Row, name: string): string {
  const value = Object.hasOwn(row, name) ? row[name] : undefined;
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}

export interface TableFilter extends TableField {
  /** What can be chosen; undefined where there is too much of it, and the text is typed. */
  choices: string[] | undefined;
}

/** What the reader may filter by, with the values there are. */
export function listFilters({ filters = [], legend = {}, sourceData }: TablePart): TableFilter[] {
  return [...new Set(filters)].map((name) => {
    const values = new Set(sourceData.map((row) => formatCell(row, name)));
    values.delete('');
    const choices = [...values].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    return { ...toField(name, legend), choices: choices.length <= mostChoices ? choices : undefined };
  });
}

/** The rows that every filter lets through: a choice as it is, a typed text anywhere in the cell. */
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
      return choices ? cell === text : cell.toLowerCase().includes(text.trim().toLowerCase());
    }),
  );
}
