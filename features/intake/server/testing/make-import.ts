import { randomUUID } from 'node:crypto';
import type { ImportSettings } from '#features/imports/contract/import-settings.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import type { TestPortal } from '#server/testing/test-portal.ts';
import { toChunkAddress } from '#features/imports/server/import-chunks.ts';

const content = 'conversation,time,role,text\nc1,2026-01-01 10:00:00,user,Hello\n';

/** Settings of the file that `makeImport` stores. */
export const importSettings: ImportSettings = {
  format: 'csv',
  encoding: 'utf-8',
  billed: false,
  csv: {
    separator: ',',
    hasHeader: true,
    layout: 'message',
    dateFormat: 'iso',
    columns: { conversation: 0, date: 1, speaker: 2, text: 3 },
    assistantValues: ['assistant'],
  },
};

/** A file that is uploaded, in a state of its import. */
export async function makeImport(
  { adapters, database, clock }: TestPortal,
  companyId: string,
  state: 'uploading' | 'ready' | 'finished' = 'ready',
): Promise<string> {
  const id = randomUUID();
  const now = clock.now();
  const chunks = state === 'uploading' ? 0 : 1;
  await adapters.files.put(toChunkAddress({ companyId, id }, 0), Buffer.from(content), 'application/octet-stream');
  await database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into log_imports (id, file_name, bytes, chunks, state, settings, created_at, created_by, started_at, file_until)
        values ($1, 'chats.csv', $2, $3, $4, $5, $6, 'Mari', $7, $8)`,
      [
        id,
        content.length,
        chunks,
        state,
        JSON.stringify(importSettings),
        now,
        state === 'finished' ? now : null,
        new Date(now.getTime() + 86_400_000),
      ],
    ),
  );
  return id;
}

/** The only part of the file that `makeImport` stores. */
export const importContent = content;
