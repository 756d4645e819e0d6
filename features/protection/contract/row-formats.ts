import * as z from 'zod';

/**
 * The formats of a file of rows. `csv`: RFC 4180 in UTF-8; `excel`: the same with tabs in UTF-16 with a byte order mark,
 * which Excel opens in columns whatever the list separator of its country is; `jsonl`: one JSON object a line.
 */
const rowFormats = ['csv', 'excel', 'jsonl'] as const;
export const RowFormat = z.enum(rowFormats, { error: `The format must be one of ${rowFormats.join(', ')}.` });
export type RowFormat = z.infer<typeof RowFormat>;
