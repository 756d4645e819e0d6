import { createHash } from 'node:crypto';
import { importChunkBytes } from '#features/imports/contract/log-imports.ts';
import type { FileAddress, FileStore } from '#server/outside/files/files.ts';

/** A file lies in the storage in parts of the same length, so that no side ever holds it whole. */
interface StoredFile {
  readonly companyId: string;
  readonly id: string;
  readonly bytes: number;
}

/** It follows from the import, so that a repeated upload replaces what a killed one has left. */
export const toChunkAddress = (
  { companyId, id }: Pick<StoredFile, 'companyId' | 'id'>,
  index: number,
): FileAddress => ({
  companyId,
  key: createHash('sha256').update(`part ${index} of the import ${id}`).digest('base64url').slice(0, 22),
});

export const countChunks = (bytes: number): number => Math.ceil(bytes / importChunkBytes);

/** The last one is as long as what is left. */
export const toChunkLength = (bytes: number, index: number): number =>
  Math.min(importChunkBytes, bytes - index * importChunkBytes);

/** Also the part that a killed upload may have left behind those that are known. */
export async function deleteChunks(
  files: FileStore,
  file: Pick<StoredFile, 'companyId' | 'id'>,
  chunks: number,
): Promise<void> {
  for (let index = 0; index <= chunks; index += 1) await files.delete(toChunkAddress(file, index));
}

/** Reads a file from any byte on; keeps the part that was read last, because windows follow each other. */
export function openImportFile(files: FileStore, file: StoredFile) {
  let kept: { readonly index: number; readonly bytes: Uint8Array } | undefined;
  const getChunk = async (index: number): Promise<Uint8Array> => {
    if (kept?.index === index) return kept.bytes;
    const found = await files.find(toChunkAddress(file, index));
    if (!found) throw new Error('a part of the imported file is not in the storage');
    kept = { index, bytes: found.bytes };
    return found.bytes;
  };
  return {
    /** At most `length` bytes from `from` on; fewer at the end of the file. */
    async read(from: number, length: number): Promise<Uint8Array> {
      const until = Math.min(file.bytes, from + length);
      const pieces: Uint8Array[] = [];
      for (let at = from; at < until;) {
        const index = Math.floor(at / importChunkBytes);
        const start = index * importChunkBytes;
        const chunk = await getChunk(index);
        pieces.push(chunk.subarray(at - start, until - start));
        at = start + importChunkBytes;
      }
      return joinPieces(pieces);
    },
  };
}

/** A copy, because a thread that gets a piece of a part gets a copy of the whole part with it. */
function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

export type ImportFile = ReturnType<typeof openImportFile>;
