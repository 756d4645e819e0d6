import { runSql } from '#server/testing/sql/run-sql.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import { greyPng } from '#server/testing/pictures.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let secret: string;

const failure = 'The file must be a PNG or JPEG image of at most 5 MB and 20 megapixels.';

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  const { body } = await portal().call('/intake/keys', { as: superAdmin, body: { name: 'Assistant' } });
  ({ secret } = body as IntakeKeyWithSecret);
});

const upload = (bytes: Uint8Array, authorization = `Bearer ${secret}`) =>
  portal().call('/intake/files', { body: bytes, headers: { authorization, 'content-type': 'image/png' } });

const makePhoto = () => sharp({ create: { width: 40, height: 20, channels: 3, background: '#c83232' } });

async function fetchFile(key: string, { token } = superAdmin) {
  const response = await fetch(`${portal().url}/api/files/${key}`, { headers: { authorization: `Bearer ${token}` } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('re-encodes a picture, and serves it to all users of the company', async () => {
  const user = await portal().makeUser(superAdmin.companyId);
  const tagged = await makePhoto()
    .withExif({ IFD0: { Copyright: 'secret-owner' } })
    .jpeg()
    .toBuffer();
  const { status, body } = await upload(tagged);
  expect({ status, body }).toEqual({ status: 201, body: { fileKey: expect.stringMatching(/^[\w-]{22}$/) as string } });
  const { response, bytes } = await fetchFile((body as { fileKey: string }).fileKey, user);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 20 });
  expect(bytes.toString('latin1')).not.toContain('secret-owner');
});

describe('rejects without a trace in storage', () => {
  test.each([
    ['nothing', () => new Uint8Array()],
    ['text', () => Buffer.from('not a picture')],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a GIF', () => makePhoto().gif().toBuffer()],
    ['a picture cut off', async () => (await makePhoto().png().toBuffer()).subarray(0, 60)],
    ['more than 20 megapixels', () => greyPng(5_000, 4_001)],
  ] as [string, () => Uint8Array | Promise<Uint8Array>][])('%s', async (_name, make) => {
    const countFiles = () =>
      portal().database.inCompany(superAdmin.companyId, async (tx) => (await runSql(tx, 'select from files')).length);
    const before = await countFiles();
    const { status, body } = await upload(await make());
    expect({ status, body }).toMatchObject({ status: 422, body: { code: 'intake.picture-refused', message: failure } });
    expect(await countFiles()).toBe(before);
  });

  test('more than 5 MB', async () => {
    expect(await upload(Buffer.alloc(5 * 1024 * 1024 + 1))).toMatchObject({ status: 413 });
  });
});

test('accepts a picture too large for a logo', async () => {
  expect((await upload(greyPng(4_000, 3_000))).status).toBe(201);
});

test('answers 503 to more concurrent pictures than may wait', async () => {
  const picture = greyPng(2_000, 2_000);
  const answers = await Promise.all(Array.from({ length: 30 }, () => upload(picture)));
  const putOff = answers.filter(({ status }) => status === 503);
  expect(putOff.length).toBeGreaterThan(0);
  for (const { headers } of putOff) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(answers.length - putOff.length);
});

test('rejects a user’s token', async () => {
  const picture = await makePhoto().png().toBuffer();
  const refused = await upload(picture, `Bearer ${superAdmin.token}`);
  expect(refused).toMatchObject({ status: 401, body: { code: 'intake.key-required' } });
});
