import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFileKey } from '../../lib/crypto/file-keys.ts';
import type { FileStore } from './files.ts';
import { openLocalFiles } from './local-files.ts';
import { openS3Files } from './s3-files.ts';
import { s3Credentials, startS3 } from './testing/s3-server.ts';

const company = '0198c0de-0000-7000-8000-00000000000a';
const other = '0198c0de-0000-7000-8000-00000000000b';
const newAddress = () => ({ companyId: company, key: newFileKey() });
const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'files-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const stores: [string, () => Promise<{ store: FileStore; close: () => void }>][] = [
  ['the local folder', async () => ({ store: await openLocalFiles(join(root, 'local')), close: () => undefined })],
  [
    'S3',
    async () => {
      const { endpoint, close } = await startS3(join(root, 's3'));
      return { store: await openS3Files({ bucket: 'portal', endpoint, credentials: s3Credentials }), close };
    },
  ],
];

describe.each(stores)('files in %s', (_name, open) => {
  let store: FileStore;
  let close: () => void;

  beforeAll(async () => {
    ({ store, close } = await open());
  });
  afterAll(() => close());

  test('come back byte for byte with their content type', async () => {
    const address = newAddress();
    await store.put(address, bytes, 'image/png');
    const file = await store.find(address);
    expect(file?.contentType).toBe('image/png');
    expect(Buffer.compare(file?.bytes ?? new Uint8Array(), bytes)).toBe(0);
  });

  test('are replaced under the same key', async () => {
    const address = newAddress();
    await store.put(address, bytes, 'image/png');
    await store.put(address, Uint8Array.of(1), 'image/jpeg');
    const file = await store.find(address);
    expect([...(file?.bytes ?? [])]).toEqual([1]);
    expect(file?.contentType).toBe('image/jpeg');
  });

  test('are gone after deletion; deleting again is no error', async () => {
    const address = newAddress();
    await store.put(address, bytes, 'image/png');
    await store.delete(address);
    expect(await store.find(address)).toBeUndefined();
    await store.delete(address);
  });

  test('of a company are measured and deleted together, and those of another are left', async () => {
    const third = '0198c0de-0000-7000-8000-00000000000c';
    expect(await store.measure(third)).toEqual({ count: 0, bytes: 0 });
    const [one, two] = [newFileKey(), newFileKey()];
    const kept = { companyId: other, key: one };
    await store.put(kept, bytes, 'image/png');
    for (const key of [one, two]) await store.put({ companyId: third, key }, bytes, 'image/png');
    expect(await store.measure(third)).toEqual({ count: 2, bytes: 2 * bytes.length });
    await store.deleteAll(third);
    await store.deleteAll(third);
    expect(await store.measure(third)).toEqual({ count: 0, bytes: 0 });
    expect((await store.find(kept))?.bytes.length).toBe(bytes.length);
    for (const forged of ['', '..', `${third}/..`]) await expect(store.deleteAll(forged)).rejects.toThrow(TypeError);
  });

  test('are not found by an unknown key or by the same key in another company', async () => {
    const address = newAddress();
    await store.put(address, bytes, 'image/png');
    expect(await store.find(newAddress())).toBeUndefined();
    expect(await store.find({ ...address, companyId: other })).toBeUndefined();
  });

  test.each([
    { companyId: '../..', key: newFileKey() },
    { companyId: company, key: '../../etc/passwd' },
    { companyId: company, key: '' },
    { companyId: company, key: `${newFileKey().slice(1)}\0` },
    { companyId: company, key: `../${newFileKey().slice(3)}` },
    { companyId: '', key: newFileKey() },
  ])('never reach storage with the forged address %j', async (address) => {
    await expect(store.put(address, bytes, 'image/png')).rejects.toThrow(TypeError);
    expect(await store.find(address)).toBeUndefined();
    await store.delete(address);
  });

  test('refuse a content type that could carry a header', async () => {
    await expect(store.put(newAddress(), bytes, 'text/html\r\nX: y')).rejects.toThrow(TypeError);
  });
});

test('the local folder keeps files private and deletes the drafts of a killed process, but not those beside it', async () => {
  const folder = join(root, 'cleanup');
  const store = await openLocalFiles(folder);
  const address = newAddress();
  await store.put(address, bytes, 'image/png');
  expect((await stat(join(folder, company, address.key))).mode & 0o777).toBe(0o600);
  for (const name of ['half', 'being-written']) await writeFile(join(folder, '.drafts', name), 'x');
  const longAgo = new Date(Date.now() - 2 * 60 * 60_000);
  await utimes(join(folder, '.drafts', 'half'), longAgo, longAgo);
  await openLocalFiles(folder);
  expect(await readdir(join(folder, '.drafts'))).toEqual(['being-written']);
  expect((await readdir(join(folder, company))).length).toBe(2);
});

test('a failed write leaves no draft behind', async () => {
  const folder = join(root, 'failing');
  const store = await openLocalFiles(folder);
  const address = newAddress();
  await mkdir(join(folder, company, address.key), { recursive: true });
  await expect(store.put(address, bytes, 'image/png')).rejects.toThrow('EISDIR');
  expect(await readdir(join(folder, '.drafts'))).toEqual([]);
});
