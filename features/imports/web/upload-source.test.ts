import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { importChunkBytes } from '#features/imports/contract/log-imports.ts';
import { openUpload, UnusableFile } from './upload-source.ts';

const { signal } = new AbortController();
const text = new Uint8Array(randomBytes(2 * importChunkBytes + 5));
const compressed = new Uint8Array(gzipSync(text, { level: 1 }));

async function readParts(file: Blob, from: number): Promise<{ bytes: number; parts: Uint8Array[] }> {
  const source = await openUpload(file, signal);
  const parts: Uint8Array[] = [];
  for await (const part of source.listParts(from)) parts.push(new Uint8Array(await part.arrayBuffer()));
  return { bytes: source.bytes, parts };
}

describe.each([
  ['a file', new Blob([text])],
  ['a file compressed by gzip', new Blob([compressed])],
])('%s', (_, file) => {
  test.each([0, 1, 2, 3])('has its text in the parts from %i on', async (from) => {
    const { bytes, parts } = await readParts(file, from);
    expect(bytes).toBe(text.length);
    expect(parts.map(({ length }) => length)).toEqual([importChunkBytes, importChunkBytes, 5].slice(from));
    expect(Buffer.concat(parts).equals(text.subarray(from * importChunkBytes))).toBe(true);
  });
});

test.each([
  ['is empty', new Uint8Array()],
  ['is empty', new Uint8Array(gzipSync(''))],
  ['cannot be decompressed', compressed.slice(0, -100)],
  ['cannot be decompressed', new Uint8Array([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])],
])('a file that %s is named', async (words, bytes) => {
  const opened = openUpload(new Blob([bytes]), signal);
  await expect(opened).rejects.toThrow(words);
  await expect(opened).rejects.toBeInstanceOf(UnusableFile);
});
