import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StorageFailed } from '../../lib/storage-failed.ts';
import { makeCertificate } from '../assistants/testing/certificates.ts';
import { openS3Files, type S3Settings } from './s3-files.ts';
import { explainFailures, toStorageFailed } from './explain-failures.ts';
import { s3Credentials, startS3 } from './testing/s3-server.ts';

const address = { companyId: '00000000-0000-0000-0000-000000000000', key: 'storage-is-tried-here0' };
let folder: string;
let s3: Awaited<ReturnType<typeof startS3>>;
const servers: Server[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-s3-'));
  s3 = await startS3(join(folder, 's3'));
});
afterAll(async () => {
  s3.close();
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function put(settings: Partial<S3Settings>): Promise<string> {
  const store = await openS3Files({ bucket: 'portal', credentials: s3Credentials, endpoint: s3.endpoint, ...settings });
  const work = explainFailures(store, 's3').put(address, Buffer.from('x'), 'text/plain');
  const failure: unknown = await work.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StorageFailed);
  return (failure as StorageFailed).message;
}

test.each([
  ['bucket', { bucket: 'not-there' }, /no such bucket: .* FILES_S3_BUCKET\.$/],
  [
    'key',
    { credentials: { ...s3Credentials, accessKeyId: 'AKIAWRONG' } },
    /does not know the key.* FILES_S3_ACCESS_KEY_ID/,
  ],
  ['port', { endpoint: 'http://127.0.0.1:1' }, /does not answer: .* FILES_S3_ENDPOINT/],
  ['host', { endpoint: 'http://nowhere.invalid' }, /host of the object store is not known: correct FILES_S3_ENDPOINT/],
])('a wrong %s is said by its variable', async (_what, settings, line) => {
  const message = await put(settings);
  expect(message).toMatch(/^Files cannot be stored or read: /);
  expect(message).toMatch(line);
  expect(message).not.toMatch(/\n|AKIAWRONG/);
});

/** An answer of Amazon S3, as its list of errors has it. */
const toError =
  (status: number, code: string, more = ''): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No.</Message>${more}</Error>`,
    );
  };
const toPage =
  (status: number): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html><body><p>Hello</body></html>');
  };

test.each([
  [
    toError(301, 'PermanentRedirect', '<Endpoint>s3.eu-north-1.amazonaws.com</Endpoint>'),
    /another region: .* FILES_S3_REGION/,
  ],
  [toError(400, 'AuthorizationHeaderMalformed', '<Region>eu-north-1</Region>'), /another region: .* FILES_S3_REGION/],
  [toError(403, 'SignatureDoesNotMatch'), /secret of the key is wrong: correct FILES_S3_SECRET_ACCESS_KEY\.$/],
  [toError(403, 'AccessDenied'), /key may not use the bucket/],
  [toError(400, 'ExpiredToken'), /expired: correct FILES_S3_ACCESS_KEY_ID/],
  [toError(403, 'RequestTimeTooSkewed'), /clocks/],
  [toError(507, 'XMinioStorageFull'), /full/],
  [toError(400, 'SomethingNew'), /denies it \(SomethingNew, 400\)/],
  [toPage(404), /does not answer as an object store: correct its address and port/],
  [toPage(405), /does not answer as an object store/],
])('an answer of another store, or of none, is said', async (answer, line) => {
  const port = await listen(createServer(answer));
  expect(await put({ endpoint: `http://127.0.0.1:${port}` })).toMatch(line);
});

test('TLS where there is none, a certificate that is not trusted, and no key at all are said', async () => {
  const { key, cert } = await makeCertificate(['DNS:localhost'], 'rsa');
  const port = await listen(createTlsServer({ key, cert }, toPage(404)));
  expect(await put({ endpoint: `https://localhost:${port}` })).toMatch(/certificate .* NODE_EXTRA_CA_CERTS\.$/);
  expect(await put({ endpoint: `http://127.0.0.1:${port}` })).toMatch(/whether it is https/);
  expect(await put({ endpoint: s3.endpoint.replace('http:', 'https:') })).toMatch(/speaks http where https is set/);
});

test('a full disk and a fault of the caller stay what they are', () => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  const fault = new TypeError('not the address of a file');
  expect([toStorageFailed(full, 'local'), toStorageFailed(fault, 's3')]).toEqual([full, fault]);
  const denied = Object.assign(new Error('no'), { code: 'EACCES' });
  expect((toStorageFailed(denied, 'local') as Error).message).toMatch(/may not use DATA_DIR\/files: give it/);
});
