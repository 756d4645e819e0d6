import { formatDateTime } from '#contract/calendar/formats.ts';
import type {
  ColumnRole,
  DateFormat,
  ImportEncoding,
  LeftOutReason,
  Separator,
} from '#features/imports/contract/import-settings.ts';
import type { ImportFailure, LogImport } from '#features/imports/contract/log-imports.ts';
import { formatBytes, formatCount, formatCounted, toShare } from '#web/lib/numbers.ts';
import type { StatusTone } from '#web/ui/records/status-badge.tsx';

export const encodingLabels: Readonly<Record<ImportEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252 (Western European)',
  'windows-1257': 'Windows-1257 (Baltic)',
  'iso-8859-15': 'ISO 8859-15 (Western European)',
  'windows-1250': 'Windows-1250 (Central European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
};

export const separatorLabels: Readonly<Record<Separator, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
  '^': 'Caret',
  '~': 'Tilde',
};

export const dateFormatLabels: Readonly<Record<DateFormat, string>> = {
  iso: '2026-11-24 08:30 (ISO 8601)',
  'day-first': '24.11.2026 08:30 (day first)',
  'month-first': '11/24/2026 8:30 AM (month first)',
  named: '24 November 2026 8:30 (name of the month)',
  seconds: 'Seconds since 1970',
  milliseconds: 'Milliseconds since 1970',
  microseconds: 'Microseconds since 1970',
  nanoseconds: 'Nanoseconds since 1970',
  excel: 'Excel, days since 1900 (46350.354)',
  'excel-1904': 'Excel, days since 1904',
};

export const columnLabels: Readonly<Record<ColumnRole, string>> = {
  conversation: 'Conversation ID',
  date: 'Date and time',
  time: 'Time of day (own column)',
  speaker: 'Who speaks',
  text: 'Text',
  question: 'Question',
  answer: 'Answer',
  message: 'Message ID',
  user: 'User (ID or e-mail)',
  userName: 'Name of the user',
  skill: 'Skill',
  status: 'Status',
  model: 'Model',
  durationMs: 'Time of the answer (ms)',
};

export const leftOutLabels: Readonly<Record<LeftOutReason, string>> = {
  unreadable: 'Cannot be read in this format',
  encoding: 'Holds bytes that are no text in this encoding',
  'other-kind': 'An entry of the log without messages',
  'no-conversation': 'No conversation ID',
  'no-date': 'No date, or not in the chosen format',
  'no-speaker': 'Does not say who speaks',
  'no-text': 'No text',
  time: 'More than ten years ago, or in the future',
  fields: 'A value is too long or not valid',
  incomplete: 'The file ends within it',
  cut: 'Stored up to where it was cut',
};

const failureWords: Readonly<Record<ImportFailure, string>> = {
  'record-too-large':
    'A record is longer than 8 MB. In a CSV this is most often a quotation mark that is never closed. Nothing after it was read.',
  suspended: 'Your company is suspended. The import can continue when it is active again.',
  internal: 'Something went wrong on our side. You can continue the import.',
};

export const describeFailure = (failure: ImportFailure): string => failureWords[failure];

interface ShownState {
  readonly tone: StatusTone;
  readonly label: string;
}

const states: Readonly<Record<LogImport['state'], ShownState>> = {
  uploading: { tone: 'amber', label: 'Upload not finished' },
  ready: { tone: 'amber', label: 'Not started' },
  running: { tone: 'amber', label: 'Running' },
  finished: { tone: 'green', label: 'Finished' },
  cancelled: { tone: 'grey', label: 'Cancelled' },
  failed: { tone: 'red', label: 'Failed' },
};

export function describeState({ state, undo }: Pick<LogImport, 'state' | 'undo'>): ShownState {
  if (undo) return undo.state === 'done' ? { tone: 'grey', label: 'Undone' } : { tone: 'amber', label: 'Being undone' };
  return states[state];
}

/** How much of the file was read, in percent. */
export const toReadShare = ({ readBytes, bytes }: Pick<LogImport, 'readBytes' | 'bytes'>): number =>
  toShare(readBytes, bytes);

export function describeNumbers({ records, conversations, messages, known, leftOut }: LogImport): string {
  const without = leftOut.reduce((sum, { reason, count }) => (reason === 'cut' ? sum : sum + count), 0);
  const parts = [
    `${formatCounted(records, 'records')} read`,
    `${formatCounted(conversations, 'conversations')} with ${formatCounted(messages, 'messages')} stored`,
    ...(known > 0 ? [`${formatCount(known)} already there`] : []),
    ...(without > 0 ? [`${formatCount(without)} left out`] : []),
  ];
  return `${parts.join(', ')}.`;
}

/** When an import was started, and when it ended; nothing before its start. */
export function describeTimes({ startedAt, finishedAt }: LogImport, zone: string): string {
  if (startedAt === null) return '';
  return `Started ${formatDateTime(startedAt, zone)}${finishedAt ? `, ended ${formatDateTime(finishedAt, zone)}` : ''}.`;
}

/** Progress of undoing an import: what is deleted so far, and when it ended. */
export function describeUndo(undo: NonNullable<LogImport['undo']>, zone: string): string {
  const { state, conversations, messages, finishedAt } = undo;
  const deleted = `${formatCounted(conversations, 'conversations')} with ${formatCounted(messages, 'messages')} deleted`;
  const end = finishedAt ? `, ended ${formatDateTime(finishedAt, zone)}` : '';
  return `${state === 'done' ? 'Undone' : 'Being undone'}: ${deleted}${end}.`;
}

export const describeUpload = ({ fileName, bytes }: Pick<LogImport, 'fileName' | 'bytes'>): string =>
  `${fileName}, ${formatBytes(bytes)}`;

const columnPath = 'settings.csv.columns.';

/** A fault of the settings with the field that it is about. */
export function describeFault(path: string, message: string): string {
  const role = path.startsWith(columnPath) ? path.slice(columnPath.length) : '';
  const label = Object.entries(columnLabels).find(([each]) => each === role)?.[1];
  return label === undefined ? message : `${label}: ${message}`;
}
