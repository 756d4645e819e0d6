import { readFile } from 'node:fs/promises';
import type { IntakeClient } from './intake-client.ts';
import { pictureNames, type PictureName } from './script.ts';

/** Uploads the pictures of the demo's conversations and returns their keys. */
export async function uploadPictures(client: IntakeClient): Promise<Record<PictureName, string>> {
  const keys: Partial<Record<PictureName, string>> = {};
  for (const name of pictureNames) {
    const picture = await readFile(new URL(`./pictures/${name}.png`, import.meta.url));
    keys[name] = await client.upload(new Uint8Array(picture));
  }
  return keys as Record<PictureName, string>;
}
