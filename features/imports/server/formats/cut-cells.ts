import { cutOffMark } from '#domain/conversations/batches/cut-off-mark.ts';
import { toTextPart, type RecordNote, type ReportedMessage } from './record-fields.ts';

/** The longest cell of Excel, and of tables that Power BI exports. */
const longestCells = [32_767, 32_766];

/** Whether a cell is as long as a program lets it be, so that what was behind is lost. */
export const isCut = (cell: string | undefined): boolean => cell !== undefined && longestCells.includes(cell.length);

/** That a record was stored up to where a program has cut it. */
export const toCutNote = (cell: string): RecordNote => ({
  reason: 'cut',
  detail: isCut(cell)
    ? `cut at ${cell.length.toLocaleString('en')} characters, as Excel and Power BI do`
    : `cut after ${cell.length.toLocaleString('en')} characters`,
});

/** The last message says that something is missing behind it. */
export function markCut(messages: readonly ReportedMessage[]): ReportedMessage[] {
  const last = messages.at(-1);
  if (!last) return [];
  return [...messages.slice(0, -1), { ...last, data: [...last.data, toTextPart(cutOffMark, 'plain')] }];
}
