import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadWebFiles, toFileResponse, type WebFiles } from './web-files.ts';

let folder: string;
let files: WebFiles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-files-'));
  await mkdir(join(folder, 'assets'));
  const contents = {
    'index.html': '<html>',
    'page-code.json': '{"/users":["/assets/app.js"]}',
    'assets/app.js': 'script',
    'assets/app.js.br': 'br',
    'demo.webm': '0123456789',
  };
  for (const [name, text] of Object.entries(contents)) await writeFile(join(folder, name), text);
  files = await loadWebFiles(folder);
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

test('a folder that is missing or empty says what makes it', async () => {
  await mkdir(join(folder, 'empty'));
  for (const name of ['missing', 'empty']) {
    await expect(loadWebFiles(join(folder, name))).rejects.toThrow(
      /^The pages are not built: run "npm run build" first \(.*\)\.$/,
    );
  }
});

async function get(path: string, headers: Record<string, string> = {}) {
  const file = files.find(path);
  if (!file) return undefined;
  const response = toFileResponse(file, new Headers(headers));
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test('files are found by their path; the page itself and compressed variants are not files', async () => {
  expect(files.indexHtml).toBe('<html>');
  expect(await get('/demo.webm')).toMatchObject({ status: 200, text: '0123456789' });
  for (const path of ['/index.html', '/page-code.json', '/assets/app.js.br', '/missing.js', '/../package.json']) {
    expect(files.find(path)).toBeUndefined();
  }
});

test('a compressed variant is answered where it is accepted', async () => {
  const compressed = await get('/assets/app.js', { 'accept-encoding': 'gzip, br' });
  expect(compressed?.text).toBe('br');
  expect(compressed?.headers.get('content-encoding')).toBe('br');
  expect(compressed?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await get('/assets/app.js', { 'accept-encoding': 'gzip' }))?.text).toBe('script');
});

test('each variant has an ETag of its own, which is answered with 304', async () => {
  const plain = (await get('/assets/app.js'))?.headers.get('etag') ?? '';
  const brotli = (await get('/assets/app.js', { 'accept-encoding': 'br' }))?.headers.get('etag') ?? '';
  expect(plain).toMatch(/^"[\w-]{43}"$/);
  expect(brotli).not.toBe(plain);
  expect(await get('/assets/app.js', { 'if-none-match': `"other", W/${plain}` })).toMatchObject({
    status: 304,
    text: '',
  });
  expect(await get('/assets/app.js', { 'if-none-match': brotli })).toMatchObject({ status: 200 });
});

test.each([
  ['bytes=0-1', 206, 'bytes 0-1/10', '01'],
  ['bytes=8-', 206, 'bytes 8-9/10', '89'],
  ['bytes=4-100', 206, 'bytes 4-9/10', '456789'],
  ['bytes=-3', 206, 'bytes 7-9/10', '789'],
  ['bytes=-100', 206, 'bytes 0-9/10', '0123456789'],
  ['bytes=10-', 416, 'bytes */10', ''],
  ['bytes=5-4', 416, 'bytes */10', ''],
  ['bytes=-0', 416, 'bytes */10', ''],
  ['bytes=0-1,4-5', 200, null, '0123456789'],
  ['bytes=-', 200, null, '0123456789'],
  ['lines=0-1', 200, null, '0123456789'],
])('the range %s is answered with %i', async (range, status, contentRange, text) => {
  const answer = await get('/demo.webm', { range, 'accept-encoding': 'br' });
  expect(answer).toMatchObject({ status, text });
  expect(answer?.headers.get('content-range')).toBe(contentRange);
  expect(answer?.headers.get('accept-ranges')).toBe('bytes');
});

test('a range of another version of the file is answered with the whole file', async () => {
  const etag = (await get('/demo.webm'))?.headers.get('etag') ?? '';
  expect(await get('/demo.webm', { range: 'bytes=0-1', 'if-range': etag })).toMatchObject({ status: 206, text: '01' });
  expect(await get('/demo.webm', { range: 'bytes=0-1', 'if-range': '"older"' })).toMatchObject({ status: 200 });
});
