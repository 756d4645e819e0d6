import * as z from 'zod';
import { rowFormatNames } from './formats/row-format-facts.ts';

export const RowFormat = z.enum(rowFormatNames, { error: `The format must be one of ${rowFormatNames.join(', ')}.` });
export type RowFormat = z.infer<typeof RowFormat>;
