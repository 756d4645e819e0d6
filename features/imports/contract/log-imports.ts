import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, Instant } from '#contract/fields.ts';
import { DeletionForm, Erasure } from '#features/protection/contract/erasures.ts';
import { ImportSettings, dateFormats, importEncodings, importFormats, leftOutReasons } from './import-settings.ts';
import { DryConversation } from '#features/intake/contract/dry-runs.ts';

const endpoint = defineEndpoints('Log imports');

const count = z.int().min(0);

/** The length of every part of a file but the last; a part is stored whole or not at all. */
export const importChunkBytes = 4 * 1024 * 1024;
/** The largest file: 10 GB. The message of `imports.too-large` names it. */
export const maxImportBytes = 10_000_000_000;
/** Files of a company that wait for their import; the message of `imports.limit` names it. */
export const maxWaitingImports = 5;
/** Bytes of all of them, and of those of a company that has just signed up; the message of `imports.too-much` names them. */
export const maxWaitingBytes = { established: 20_000_000_000, new: 2_000_000_000 };
/** For how long a file is kept whose import has not ended. */
export const importFileDays = 7;

/** `failed` and `cancelled` ones continue where they ended, while their file is kept. */
export const importStates = ['uploading', 'ready', 'running', 'finished', 'cancelled', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

/**
 * Why an import has ended before its file. `record-too-large`: one record is longer than 8 MiB; for CSV most often a quote
 * that is never closed. `suspended`: the company is. `internal`: an error of the portal.
 */
export const importFailures = ['record-too-large', 'suspended', 'internal'] as const;
export type ImportFailure = (typeof importFailures)[number];

/** Records that were left out for one reason, with the first places: numbers of rows or records from 1. */
export const LeftOut = z.object({
  reason: z.enum(leftOutReasons),
  count,
  places: z.array(count),
  /** Fault of the first one, without its content. */
  detail: z.string().optional(),
});
export type LeftOut = z.infer<typeof LeftOut>;

export const LogImport = z.object({
  id: Id,
  fileName: z.string(),
  bytes: count,
  /** The next part to upload is the one of this number, from 0. */
  chunks: count,
  state: z.enum(importStates),
  settings: ImportSettings.nullable(),
  createdAt: Instant,
  createdBy: z.string(),
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  /** Until when the file is kept; null once it is deleted. */
  fileUntil: Instant.nullable(),
  readBytes: count,
  /** Rows or records that were read. */
  records: count,
  conversations: count,
  messages: count,
  /** Conversations that were there already, or are deleted; they stay as they are. */
  known: count,
  leftOut: z.array(LeftOut),
  failure: z.enum(importFailures).nullable(),
  /** The deletion of all that it has stored; null where none was requested. */
  undo: Erasure.pick({ state: true, conversations: true, messages: true, finishedAt: true }).nullable(),
});
export type LogImport = z.infer<typeof LogImport>;

export const LogImportForm = z.strictObject({
  fileName: z.string().trim().min(1, { error: 'The file needs a name.' }).max(200),
  bytes: z.int().min(1, { error: 'The file is empty.' }),
});
export type LogImportForm = z.infer<typeof LogImportForm>;

/** Detected format of a file; the settings are complete where no column has to be chosen. */
const FoundSettings = z.object({
  format: z.enum(importFormats),
  encoding: z.enum(importEncodings),
  /** Columns of a CSV by their names, with the first values. */
  columns: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  /** The date formats that fit the first values of the date column. */
  dateFormats: z.array(z.enum(dateFormats)),
  /** The values of the column that says who speaks, the most frequent first. */
  speakers: z.array(z.object({ value: z.string(), count })),
});

/** The most conversations of a preview. */
export const maxPreviewedConversations = 20;

export const ImportPreview = z.object({
  found: FoundSettings,
  /** Settings of the request, or the detected ones. */
  settings: ImportSettings,
  /** Fields of the settings that are missing or do not fit the file, by their paths. */
  faults: z.array(z.object({ path: z.string(), message: z.string() })),
  /** Rows or records of the part of the file that was read. */
  records: count,
  /** Rows or records of the whole file; an estimate where the preview has read a part. */
  totalRecords: count,
  isWhole: z.boolean(),
  conversations: z.array(DryConversation),
  totalConversations: count,
  /** Conversations that are stored or deleted already. */
  known: count,
  skills: z.array(z.string()),
  users: z.array(z.string()),
  leftOut: z.array(LeftOut),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

const byId = z.object({ id: Id });
const missing =
  'No import of your company has this ID, or it has no part of this number. Use `id` from POST /api/intake/imports.';
const manage = { access: 'intake.manage' } as const;

export const logImportsContract = {
  list: endpoint({
    ...manage,
    method: 'GET',
    path: '/intake/imports',
    summary: 'List the imports of logs, the latest first',
  }).output(z.array(LogImport)),

  get: endpoint({
    ...manage,
    missing,
    method: 'GET',
    path: '/intake/imports/{id}',
    summary: 'Get an import with its progress',
  })
    .input(z.object({ params: byId }))
    .output(LogImport),

  create: endpoint({
    ...manage,
    method: 'POST',
    path: '/intake/imports',
    summary: 'Announce a file of logs; its parts follow, and one of more than 10 GB is denied before it is sent',
    isPaid: true,
    successStatus: 201,
    problems: ['imports.too-large', 'imports.limit', 'imports.too-much', 'imports.no-room'],
  })
    .input(z.object({ body: LogImportForm }))
    .output(LogImport),

  createChunk: endpoint({
    ...manage,
    missing,
    method: 'PUT',
    path: '/intake/imports/{id}/chunks/{index}',
    summary: 'Upload the next part of the file, 4 MiB but for the last; one that is stored already is accepted again',
    isPaid: true,
    deferrable: 'upload',
    takesFile: true,
    bodyLimitBytes: importChunkBytes,
    problems: ['imports.chunk', 'imports.ended', 'imports.no-room'],
  })
    .input(
      z.object({
        params: byId.extend({ index: z.string().regex(/^(?:0|[1-9]\d{0,4})$/) }),
        body: z.instanceof(Blob),
      }),
    )
    .output(LogImport),

  preview: endpoint({
    ...manage,
    missing,
    method: 'POST',
    path: '/intake/imports/{id}/preview',
    summary: 'Show what the beginning of the file would become, without storing anything; by default as it was found',
    problems: ['imports.incomplete', 'imports.ended', 'imports.unreadable', 'request.too-complex', 'intake.busy'],
  })
    .input(z.object({ params: byId, body: z.strictObject({ settings: ImportSettings.optional() }) }))
    .output(ImportPreview),

  start: endpoint({
    ...manage,
    missing,
    method: 'POST',
    path: '/intake/imports/{id}/start',
    summary: 'Start the import in the background, or continue one that was cancelled or has failed with its settings',
    isPaid: true,
    problems: ['imports.incomplete', 'imports.ended', 'imports.running'],
  })
    .input(z.object({ params: byId, body: z.strictObject({ settings: ImportSettings }) }))
    .output(LogImport),

  cancel: endpoint({
    ...manage,
    missing,
    method: 'POST',
    path: '/intake/imports/{id}/cancel',
    summary: 'Stop an import; what it has stored stays until it is undone',
    problems: ['imports.not-running'],
  })
    .input(z.object({ params: byId }))
    .output(LogImport),

  undo: endpoint({
    ...manage,
    missing,
    method: 'POST',
    path: '/intake/imports/{id}/undo',
    summary: 'Delete all conversations that the import has stored, in the background; billed requests stay',
    successStatus: 201,
    problems: ['imports.running', 'erasures.waiting'],
  })
    .input(z.object({ params: byId, body: DeletionForm }))
    .output(LogImport),

  deleteFile: endpoint({
    ...manage,
    missing,
    method: 'DELETE',
    path: '/intake/imports/{id}/file',
    summary: 'Delete the file of an import; one that was never started is gone with it',
    problems: ['imports.running'],
  })
    .input(z.object({ params: byId }))
    .output(z.array(LogImport)),
};
