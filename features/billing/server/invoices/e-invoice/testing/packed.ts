import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The content of a packed JSON file in `rules`. */
export const readPacked = (name: string): unknown =>
  JSON.parse(gunzipSync(readFileSync(new URL(`rules/${name}.json.gz`, import.meta.url))).toString());
