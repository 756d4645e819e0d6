/**
 * The formats of a file of rows: an entry for each, which forms, menus, the list of prepared files and the writer follow. Data alone,
 * because the browser reads it too.
 *
 * `csv`: RFC 4180 in UTF-8; `semicolons`: what spreadsheets read where the decimal sign is a comma, with a byte order mark and numbers
 * without quotes; `excel`: tabs in UTF-16 with a byte order mark, which Excel opens in columns whatever the list separator of its country
 * is; `jsonl`: one JSON object a line.
 */
export const rowFormats = {
  csv: { label: 'CSV' },
  excel: { label: 'CSV for Excel' },
  semicolons: { label: 'CSV with semicolons' },
  jsonl: { label: 'JSON Lines' },
} as const;

export type RowFormatName = keyof typeof rowFormats;
export const rowFormatNames = Object.keys(rowFormats) as RowFormatName[];
