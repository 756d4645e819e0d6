import { readFile } from 'node:fs/promises';
import { toScreenshotAddress } from '#contract/skills/skill-values.ts';
import { newFileKey } from '../lib/crypto/file-keys.ts';
import type { FileStore } from '../outside/files/files.ts';
import { normaliseScreenshot } from '../outside/images/normalisers.ts';
import { createDemoScreenshot } from './demo.repository.ts';
import type { SystemTransaction } from '../sql/sql.ts';

interface Upload {
  readonly companyId: string;
  readonly files: FileStore;
}

/** Stores pictures of the demo as uploads of the company; returns their addresses in the same order. */
export async function storeDemoScreenshots(
  tx: SystemTransaction,
  upload: Upload,
  names: readonly string[],
): Promise<string[]> {
  const addresses: string[] = [];
  for (const name of names) addresses.push(await storeOne(tx, upload, name));
  return addresses;
}

async function storeOne(tx: SystemTransaction, { companyId, files }: Upload, name: string): Promise<string> {
  const picture = await normaliseScreenshot(await readFile(new URL(`./pictures/skills/${name}.png`, import.meta.url)));
  if (!picture.ok) throw new Error(`the picture ${name} was refused as ${picture.reason}`);
  const { bytes, contentType, thumbnail } = picture;
  const [key, thumbnailKey] = [newFileKey(), thumbnail ? newFileKey() : null];
  await files.put({ companyId, key }, bytes, contentType);
  if (thumbnail && thumbnailKey) await files.put({ companyId, key: thumbnailKey }, thumbnail.bytes, contentType);
  await createDemoScreenshot(tx, { companyId, key, thumbnailKey, contentType, byteLength: bytes.length });
  return toScreenshotAddress(key);
}
