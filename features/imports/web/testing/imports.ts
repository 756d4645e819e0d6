import type { ImportSettings } from '#features/imports/contract/import-settings.ts';
import type { ImportPreview, LogImport } from '#features/imports/contract/log-imports.ts';

export const settings: ImportSettings = {
  format: 'csv',
  encoding: 'utf-8',
  billed: false,
  csv: {
    separator: ';',
    hasHeader: true,
    layout: 'message',
    dateFormat: 'day-first',
    columns: { conversation: 0, date: 1, speaker: 2, text: 3 },
    assistantValues: ['helper'],
  },
};

export const makeLogImport = (values: Partial<LogImport> = {}): LogImport => ({
  id: 'b5f1c1de-3a5e-4c2f-9d68-0f1a2b3c4d5e',
  fileName: 'chats.csv',
  bytes: 12_000,
  chunks: 1,
  state: 'ready',
  settings: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  createdBy: 'Mari Tamm',
  startedAt: null,
  finishedAt: null,
  fileUntil: '2026-11-27T08:00:00.000Z',
  readBytes: 0,
  records: 0,
  conversations: 0,
  messages: 0,
  known: 0,
  leftOut: [],
  failure: null,
  undo: null,
  ...values,
});

export const makeImportPreview = (values: Partial<ImportPreview> = {}): ImportPreview => ({
  found: {
    format: 'csv',
    encoding: 'utf-8',
    columns: ['chat', 'when', 'who', 'said'].map((name) => ({ name, values: [`first ${name}`] })),
    dateFormats: ['day-first', 'month-first'],
    speakers: [
      { value: 'customer', count: 2 },
      { value: 'helper', count: 1 },
    ],
  },
  settings,
  faults: [],
  records: 3,
  totalRecords: 3,
  isWhole: true,
  conversations: [],
  totalConversations: 1,
  known: 0,
  skills: ['Leave'],
  users: ['mari@acme.example'],
  leftOut: [{ reason: 'no-date', count: 1, places: [3] }],
  ...values,
});
