import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The built portal in memory: every file with its variants compressed at build time. */
export interface WebFiles {
  readonly indexHtml: string;
  find(urlPath: string): WebFile | undefined;
}

interface WebFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
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

/** Throws where the portal is not built. */
export async function loadWebFiles(folder: string): Promise<WebFiles> {
  const bytesByPath = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    bytesByPath.set(`/${path.relative(folder, file).split(path.sep).join('/')}`, new Uint8Array(await readFile(file)));
  }
  const index = bytesByPath.get('/index.html');
  if (!index) throw new Error(`The portal is not built: ${folder} has no index.html.`);
  return {
    indexHtml: new TextDecoder().decode(index),
    find(urlPath) {
      const bytes = bytesByPath.get(urlPath);
      const contentType = contentTypes[path.extname(urlPath)];
      if (!bytes || !contentType || urlPath === '/index.html') return undefined;
      return { bytes, contentType, brotli: bytesByPath.get(`${urlPath}.br`), gzip: bytesByPath.get(`${urlPath}.gz`) };
    },
  };
}

export function toFileResponse(file: WebFile, urlPath: string, acceptEncoding: string): Response {
  const isHashed = urlPath.startsWith('/assets/');
  const headers = new Headers({
    'content-type': file.contentType,
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'Accept-Encoding',
  });
  if (file.brotli && /\bbr\b/.test(acceptEncoding)) {
    headers.set('content-encoding', 'br');
    return new Response(file.brotli, { headers });
  }
  if (file.gzip && /\bgzip\b/.test(acceptEncoding)) {
    headers.set('content-encoding', 'gzip');
    return new Response(file.gzip, { headers });
  }
  return new Response(file.bytes, { headers });
}
