import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PageCode } from './page-code.ts';

/** The built portal in memory: every file as it was compressed at build time, or as it is where that is no shorter. */
export interface WebFiles {
  readonly indexHtml: string;
  readonly pageCode: PageCode;
  find(urlPath: string): WebFile | undefined;
  /** Lists the files whose name changes with their content; `read` gives the uncompressed bytes. */
  listHashed(): { path: string; read: () => Uint8Array }[];
}

export interface WebFile {
  readonly contentType: string;
  readonly isHashed: boolean;
  /** Strong ETag of the uncompressed bytes, without its quotes. */
  readonly tag: string;
  /** The uncompressed bytes, which few clients ask for. */
  readonly read: () => Uint8Array<ArrayBuffer>;
  readonly brotli?: Uint8Array<ArrayBuffer>;
  readonly gzip?: Uint8Array<ArrayBuffer>;
}

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The pages are missing; the message says what to do. */
export class NotBuilt extends Error {
  override name = 'NotBuilt';

  constructor(folder: string) {
    super(`The pages are not built: run "npm run build" first (${folder} has no index.html).`);
  }
}

/** Files that the server reads itself. */
const pageCodeFile = '/page-code.json';
const ownFiles = new Set(['/index.html', pageCodeFile]);

/** @throws NotBuilt */
export async function loadWebFiles(folder: string): Promise<WebFiles> {
  if (!existsSync(path.join(folder, 'index.html'))) throw new NotBuilt(folder);
  const bytesByPath = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    bytesByPath.set(`/${path.relative(folder, file).split(path.sep).join('/')}`, new Uint8Array(await readFile(file)));
  }
  const index = bytesByPath.get('/index.html');
  if (!index) throw new NotBuilt(folder);
  const files = new Map<string, WebFile>();
  for (const [urlPath, bytes] of bytesByPath) {
    const file = ownFiles.has(urlPath) ? undefined : toWebFile(urlPath, bytes);
    if (!file) continue;
    const [brotli, gzip] = [bytesByPath.get(`${urlPath}.br`), bytesByPath.get(`${urlPath}.gz`)];
    files.set(urlPath, { ...file, brotli, gzip, ...(gzip && { read: () => gunzipSync(gzip) }) });
  }
  const decoder = new TextDecoder();
  return {
    indexHtml: decoder.decode(index),
    pageCode: JSON.parse(decoder.decode(bytesByPath.get(pageCodeFile)) || '{}') as PageCode,
    find: (urlPath) => files.get(urlPath),
    listHashed: () =>
      [...files].flatMap(([urlPath, { isHashed, read }]) => (isHashed ? [{ path: urlPath, read }] : [])),
  };
}

/** Undefined for a kind of file that the portal does not serve. */
export function toWebFile(urlPath: string, bytes: Uint8Array<ArrayBuffer>): WebFile | undefined {
  const contentType = contentTypes[path.extname(urlPath)];
  if (contentType === undefined) return undefined;
  const tag = createHash('sha256').update(bytes).digest('base64url');
  return { contentType, isHashed: urlPath.startsWith('/assets/'), tag, read: () => bytes };
}

/** The file in an accepted encoding; 304 by its ETag; one range, because Safari plays videos only with ranges. */
export function toFileResponse(file: WebFile, request: Headers): Response {
  const { bytes, coding } = chooseVariant(file, request);
  const etag = `"${file.tag}${coding && `-${coding}`}"`;
  const headers = new Headers({
    'content-type': file.contentType,
    'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'Accept-Encoding',
    etag,
  });
  if (coding) headers.set('content-encoding', coding);
  else headers.set('accept-ranges', 'bytes');
  const known = request.get('if-none-match')?.split(',') ?? [];
  if (known.some((each) => each.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers });
  const range = coding ? undefined : findRange(request, bytes.length, etag);
  if (!range) return new Response(bytes, { headers });
  const { first, last } = range;
  const isSatisfiable = first <= last && first < bytes.length;
  headers.set('content-range', `bytes ${isSatisfiable ? `${first}-${last}` : '*'}/${bytes.length}`);
  if (!isSatisfiable) return new Response(null, { status: 416, headers });
  return new Response(bytes.subarray(first, last + 1), { status: 206, headers });
}

/** Ranges are ranges of the uncompressed file. */
function chooseVariant({ read, brotli, gzip }: WebFile, request: Headers) {
  const accepted = request.has('range') ? '' : (request.get('accept-encoding') ?? '');
  if (brotli && /\bbr\b/.test(accepted)) return { bytes: brotli, coding: 'br' };
  if (gzip && /\bgzip\b/.test(accepted)) return { bytes: gzip, coding: 'gzip' };
  return { bytes: read(), coding: '' };
}

/** Both ends count. Undefined for no range, several ranges, and a range of another version of the file (`If-Range`). */
function findRange(request: Headers, size: number, etag: string): { first: number; last: number } | undefined {
  const ifRange = request.get('if-range');
  if (ifRange !== null && ifRange !== etag) return undefined;
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.get('range') ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '') return last === '' ? undefined : { first: Math.max(0, size - Number(last)), last: size - 1 };
  return { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
