import type { LogImport } from '#features/imports/contract/log-imports.ts';
import { ApiProblem } from '#web/api/api-problem.ts';
import { client } from '#web/api/client.ts';
import type { UploadSource } from './upload-source.ts';

const waitsMs = [500, 2000, 5000];

interface Upload {
  readonly source: UploadSource;
  readonly signal: AbortSignal;
  /** Called with the import after each part. */
  readonly onStored: (stored: LogImport) => void;
}

/** Uploads what is missing of a file, part by part; a part that gets lost on its way is sent again. */
export async function uploadFile(announced: LogImport, { source, signal, onStored }: Upload): Promise<void> {
  const { id, chunks } = announced;
  let index = chunks;
  for await (const body of source.listParts(chunks)) {
    const params = { id, index: String(index) };
    const stored = await sendPart(() => client.logImports.createChunk({ params, body }, { signal }));
    onStored(stored);
    if (stored.state !== 'uploading') return;
    index += 1;
  }
}

async function sendPart(send: () => Promise<LogImport>): Promise<LogImport> {
  for (const waitMs of waitsMs) {
    try {
      return await send();
    } catch (error) {
      if (!isLost(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return send();
}

/** On its way, or where the portal is busy. */
const isLost = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status >= 502 || error.status === 429);
