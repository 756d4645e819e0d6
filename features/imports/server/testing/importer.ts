import { vi } from 'vitest';
import { importChunkBytes, type ImportPreview, type LogImport } from '#features/imports/contract/log-imports.ts';
import type { ImportSettings } from '#features/imports/contract/import-settings.ts';
import type { TestPortal, TestUser } from '#server/testing/test-portal.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';

/** A company whose SuperAdmin imports files. */
export function createImporter(portal: TestPortal, { companyId }: { readonly companyId: string }, as: TestUser) {
  const call = (path: string, body?: unknown, method?: string) =>
    portal.call(`/intake/imports${path}`, { as, body, ...(method && { method }) });
  const get = async (id: string) => (await call(`/${id}`)).body as LogImport;
  const upload = async (content: string | Uint8Array, fileName = 'logs.csv'): Promise<LogImport> => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const { status, body } = await call('', { fileName, bytes: bytes.length });
    if (status !== 201) throw new Error(`The import was answered ${status}: ${JSON.stringify(body)}`);
    let made = body as LogImport;
    for (let index = 0; index * importChunkBytes < bytes.length; index += 1) {
      const chunk = bytes.subarray(index * importChunkBytes, (index + 1) * importChunkBytes);
      const stored = await call(`/${made.id}/chunks/${index}`, Uint8Array.from(chunk), 'PUT');
      if (stored.status !== 200)
        throw new Error(`A part was answered ${stored.status}: ${JSON.stringify(stored.body)}`);
      made = stored.body as LogImport;
    }
    return made;
  };
  const preview = async (id: string, settings?: ImportSettings) => {
    const { status, body } = await call(`/${id}/preview`, settings ? { settings } : {});
    if (status !== 200) throw new Error(`The preview was answered ${status}: ${JSON.stringify(body)}`);
    return body as ImportPreview;
  };
  const waitForEnd = (id: string): Promise<LogImport> =>
    vi.waitFor(
      async () => {
        const found = await get(id);
        if (found.state === 'running') throw new Error('still running');
        return found;
      },
      { timeout: 30_000, interval: 50 },
    );
  const start = (id: string, settings: ImportSettings) => call(`/${id}/start`, { settings });
  return {
    call,
    get,
    upload,
    preview,
    start,
    waitForEnd,
    /** Uploads, and imports with the settings that are found, or what is made of them. */
    async run(
      content: string | Uint8Array,
      change: (settings: ImportSettings) => ImportSettings = (settings) => settings,
    ): Promise<LogImport> {
      const { id } = await upload(content);
      const { settings } = await preview(id);
      const { status, body } = await start(id, change(settings));
      if (status !== 200) throw new Error(`The start was answered ${status}: ${JSON.stringify(body)}`);
      return waitForEnd(id);
    },
    async undo(id: string): Promise<LogImport> {
      const { status, body } = await call(`/${id}/undo`, { reason: 'The wrong columns' });
      if (status !== 201) throw new Error(`The undo was answered ${status}: ${JSON.stringify(body)}`);
      return vi.waitFor(
        async () => {
          const found = await get(id);
          if (found.undo?.state !== 'done') throw new Error('still waiting');
          return found;
        },
        { timeout: 30_000, interval: 50 },
      );
    },
    rows: (table: string) =>
      portal.database.inCompany(companyId, (tx) =>
        runSql<Record<string, unknown>>(tx, `select * from ${table} where company_id = $1`, [companyId]),
      ),
    /** Conversations by the sender's id, with the texts of their messages in order. */
    texts: () =>
      portal.database.inCompany(companyId, async (tx) => {
        const found = await runSql<{ id: string; texts: string[] }>(
          tx,
          `select c.external_id as id, array_agg(case when m.is_assistant then 'A: ' else 'U: ' end || (m.parts -> 0 ->> 'value')
              order by m.sent_at, m.position) as texts
            from conversations c join messages m on m.company_id = c.company_id and m.conversation_id = c.id
            where c.company_id = $1 group by 1 order by 1`,
          [companyId],
        );
        return Object.fromEntries(found.map(({ id, texts }) => [id, texts]));
      }),
  };
}
