import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { findScreenshotKey } from '#features/skills/contract/skill-values.ts';
import { greyPng } from '#server/testing/pictures.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { skillForm, useSkillCalls } from './testing/skill-calls.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';

const portal = useTestPortal();
const calls = useSkillCalls(portal);
const red = { r: 200, g: 10, b: 10 };
const canvas = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: red } });
const png = greyPng(1_000, 500);
let superAdmin: TestUser;
let stranger: TestUser;
let provider: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  ({ superAdmin: stranger } = await portal().makeCompany());
  ({ superAdmin: provider } = await portal().makeCompany({ isProvider: true }));
});

const post = (body: Uint8Array, type = 'image/png', as = superAdmin) =>
  portal().call('/skills/store/screenshots', { as, body, headers: { 'content-type': type } });
/** An address of an uploaded picture, as the browser would fetch it with a token. */
const get = (address: string, as = superAdmin) =>
  fetch(`${portal().url}${address}`, { headers: { authorization: `Bearer ${as.token}` } });
const listFolder = async ({ companyId }: TestUser) =>
  readdir(join(portal().dataDir, 'files', companyId)).catch(() => []);

async function readPicture(address: string, as = superAdmin) {
  const answer = await get(address, as);
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return { type: answer.headers.get('content-type'), format, width, height };
}

test.each([
  ['png', png],
  ['jpeg', await canvas(1_000, 500).jpeg().toBuffer()],
  ['webp', await canvas(1_000, 500).webp().toBuffer()],
])('a screenshot as %s is made anew, and served whole and in small', async (format, bytes) => {
  const { status, body } = await post(bytes, 'application/octet-stream');
  expect({ status, body }).toEqual({
    status: 201,
    body: { url: expect.stringMatching(/^\/api\/files\/[\w-]{22}$/) },
  });
  const { url } = body as { url: string };
  const type = `image/${format}`;
  expect(await readPicture(url)).toEqual({ type, format, width: 1_000, height: 500 });
  expect(await readPicture(`${url}?size=thumbnail`)).toEqual({ type, format, width: 480, height: 240 });
  expect(Object.fromEntries((await get(`${url}?size=thumbnail`)).headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'private, no-store',
  });
});

test('a small one is its own thumbnail', async () => {
  const { url } = await calls.upload(superAdmin, greyPng(200, 100));
  expect(await readPicture(`${url}?size=thumbnail`)).toMatchObject({ width: 200, height: 100 });
});

test('another size is refused', async () => {
  const { url } = await calls.upload(superAdmin, png);
  for (const search of ['size=large', 'size=', 'size=thumbnail&size=thumbnail', 'width=10']) {
    expect((await get(`${url}?${search}`)).status).toBe(422);
  }
});

test('what hides in or behind a picture does not stay', async () => {
  const tagged = await canvas(600, 20)
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .webp()
    .toBuffer();
  const { url } = await calls.upload(
    superAdmin,
    Buffer.concat([tagged, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]),
  );
  for (const address of [url, `${url}?size=thumbnail`]) {
    const bytes = Buffer.from(await (await get(address)).arrayBuffer());
    expect([bytes.includes('secret place'), bytes.includes('script')]).toEqual([false, false]);
  }
});

test.each<[string, Uint8Array]>([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')],
  ['a PNG cut in half', png.subarray(0, png.length / 2)],
  ['a WebP cut in half', (await canvas(300, 300).webp().toBuffer()).subarray(0, 60)],
  ['a bomb of 400 megapixels', greyPng(20_000, 20_000)],
  ['nothing', new Uint8Array()],
])('%s is refused, and nothing of it stays', async (_name, bytes) => {
  const before = await listFolder(superAdmin);
  const { code, message } = { code: 'skills.screenshot-refused', ...problems['skills.screenshot-refused'] };
  expect(await post(bytes)).toMatchObject({
    status: 422,
    body: { code, message, fields: [{ path: 'screenshot', message }] },
  });
  expect(await listFolder(superAdmin)).toEqual(before);
});

test('more than 5 MB are too large', async () => {
  expect(await post(Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]))).toMatchObject({
    status: 413,
    body: { code: 'request.too-large' },
  });
});

test('of too many at once some are asked to come again', async () => {
  const large = greyPng(4_000, 4_000);
  // Of several people, because the calls of one take turns before.
  const people = await Promise.all(
    Array.from({ length: 4 }, () => portal().makeUser(superAdmin.companyId, { roles: ['SuperAdmin'] })),
  );
  const uploads = people.flatMap((as) => Array.from({ length: 8 }, () => post(large, 'image/png', as)));
  const answers = await Promise.all(uploads);
  const busy = answers.filter(({ status }) => status !== 201);
  expect(busy.length).toBeGreaterThan(0);
  for (const { status, headers, body } of busy) {
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'service.unavailable' } });
    expect(headers.get('retry-after')).toBe('5');
  }
});

test('what can not be kept is refused without a trace', async () => {
  const { files } = portal().adapters;
  const { put } = files;
  const before = await listFolder(superAdmin);
  let puts = 0;
  files.put = async (...given) => {
    puts += 1;
    if (puts === 2) throw new Error('the storage is full');
    return put(...given);
  };
  const { status } = await post(png);
  files.put = put;
  expect([status, puts]).toEqual([500, 2]);
  expect(await listFolder(superAdmin)).toEqual(before);
});

describe('an uploaded screenshot', () => {
  test('can be named by a skill, beside addresses elsewhere', async () => {
    const { url } = await calls.upload(superAdmin, png);
    const skill = await calls.make(superAdmin, { screenShots: ['https://a.example/b.png', url] });
    expect(skill.screenShots).toEqual(['https://a.example/b.png', url]);
    expect((await calls.save(superAdmin, skill.id, { ...skill, screenShots: [url] })).status).toBe(200);
  });

  test('of another company is neither shown nor taken, like one that does not exist', async () => {
    const { url } = await calls.upload(stranger, png);
    const guessed = `/api/files/${'A'.repeat(22)}`;
    const skill = await calls.make(superAdmin);
    const { message } = problems['skills.screenshot-unknown'];
    for (const address of [url, guessed, (await calls.upload(provider, png)).url]) {
      const form = skillForm({ screenShots: ['https://a.example/b.png', address] });
      for (const answer of [await calls.create(superAdmin, form), await calls.save(superAdmin, skill.id, form)]) {
        expect(answer).toMatchObject({
          status: 422,
          body: { code: 'skills.screenshot-unknown', fields: [{ path: 'screenShots.1', message }] },
        });
      }
    }
    for (const address of [url, guessed, `${url}?size=thumbnail`]) expect((await get(address)).status).toBe(404);
    expect((await calls.read(superAdmin, skill.id)).body).toEqual(skill);
  });

  test('of the provider’s skill is seen in every company, whole and in small, and its thumbnail has no address of its own', async () => {
    const { url } = await calls.upload(provider, png);
    await calls.make(provider, { screenShots: [url] });
    for (const as of [superAdmin, stranger, provider]) {
      expect(await readPicture(url, as)).toMatchObject({ width: 1_000 });
      expect(await readPicture(`${url}?size=thumbnail`, as)).toMatchObject({ width: 480 });
    }
    const [thumbnail] = await portal().database.inCompany(provider.companyId, (tx) =>
      runSql<{ key: string }>(tx, 'select thumbnail_key as key from files where key = $1', [findScreenshotKey(url)]),
    );
    expect(thumbnail?.key).toMatch(/^[\w-]{22}$/);
    for (const as of [superAdmin, provider]) expect((await get(`/api/files/${thumbnail?.key}`, as)).status).toBe(404);
  });

  test('another kind of file of the company is no screenshot', async () => {
    await portal().call('/company/logo', { as: superAdmin, method: 'PUT', body: greyPng(20, 20) });
    const { logo } = (await portal().call('/company/info', { as: superAdmin })).body as { logo: string };
    expect((await calls.create(superAdmin, skillForm({ screenShots: [`/api/files/${logo}`] }))).status).toBe(422);
  });

  test('of the provider’s logo nothing is shown to others', async () => {
    await portal().call('/company/logo', { as: provider, method: 'PUT', body: greyPng(20, 20) });
    const { logo } = (await portal().call('/company/info', { as: provider })).body as { logo: string };
    expect((await get(`/api/files/${logo}`, provider)).status).toBe(200);
    expect((await get(`/api/files/${logo}`, superAdmin)).status).toBe(404);
  });
});
