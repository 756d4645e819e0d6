import { runSql } from '#server/testing/sql/run-sql.ts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { Company } from '#features/company/contract/company.ts';
import { waitForMail } from '#server/testing/caught-mail.ts';
import { greyPng } from '#server/testing/pictures.ts';
import { invoiceForm } from '#server/testing/sweeps/valid-calls/valid-bodies.ts';
import { newUserForm } from '#server/testing/user-forms.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
const png = greyPng(248, 64);
let superAdmin: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany({ hasAddress: true }));
  ({ superAdmin: stranger } = await portal().makeCompany());
});

const upload = (body: Uint8Array, type = 'image/png') =>
  portal().call('/company/logo', { as: superAdmin, method: 'PUT', body, headers: { 'content-type': type } });
const readLogo = async () => ((await portal().call('/company/info', { as: superAdmin })).body as Company).logo ?? '';
const readFile = (key: string, as = superAdmin) =>
  fetch(`${portal().url}/api/files/${key}`, { headers: { authorization: `Bearer ${as.token}` } });

test('a PNG becomes the logo, made anew and served as what it is', async () => {
  const saved = await upload(png);
  expect(saved.status).toBe(200);
  const { logo } = saved.body as Company;
  expect(logo).toMatch(/^[\w-]{22}$/);
  const answer = await readFile(logo ?? '');
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'private, no-store',
    'cross-origin-resource-policy': 'same-origin',
  });
  const picture = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect(picture).toMatchObject({ format: 'png', width: 248, height: 64 });
});

test('a JPEG is taken too, and loses what it says about camera and place', async () => {
  const red = { r: 200, g: 10, b: 10 };
  const jpeg = await sharp({ create: { width: 20, height: 20, channels: 3, background: red } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer();
  expect((await upload(jpeg, 'image/jpeg')).status).toBe(200);
  const answer = await readFile(await readLogo());
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  expect(Buffer.from(await answer.arrayBuffer()).includes('secret place')).toBe(false);
});

test('what hides behind a picture does not stay', async () => {
  const polyglot = Buffer.concat([png, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]);
  expect((await upload(polyglot)).status).toBe(200);
  const bytes = Buffer.from(await (await readFile(await readLogo())).arrayBuffer());
  expect(bytes.includes('script')).toBe(false);
});

test.each<[string, Uint8Array]>([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')],
  ['a PNG cut in half', png.subarray(0, png.length / 2)],
  ['a PNG’s first bytes alone', png.subarray(0, 8)],
  ['a bomb of 40 megapixels', greyPng(20_000, 2_000)],
  ['nothing', new Uint8Array()],
])('%s is refused, and the old logo stays', async (_name, bytes) => {
  const before = await readLogo();
  const message = 'The logo must be a PNG or JPEG image of at most 2 MB and 4 megapixels.';
  const { status, body } = await upload(bytes);
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: 'company.logo-refused', message, fields: [{ path: 'logo', message }] });
  expect(await readLogo()).toBe(before);
});

test('more than 2 MB are too large', async () => {
  expect(await upload(Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]))).toMatchObject({
    status: 413,
    body: { code: 'request.too-large' },
  });
});

test('a foreign, guessed or misspelt key is answered like one that was deleted', async () => {
  await upload(png);
  const key = await readLogo();
  expect((await readFile(key)).status).toBe(200);
  await portal().call('/company/logo', { as: superAdmin, method: 'DELETE' });
  const answers = [
    await portal().call(`/files/${key}`, { as: superAdmin }),
    await portal().call(`/files/${key}`, { as: stranger }),
    await portal().call(`/files/${'A'.repeat(22)}`, { as: superAdmin }),
    await portal().call('/files/..%2F..%2Fsecrets.json', { as: superAdmin }),
  ];
  for (const { status, body } of answers) {
    expect({ status, body }).toMatchObject({ status: 404, body: { code: 'files.not-found' } });
  }
});

test('another company’s living key is not there', async () => {
  await upload(png);
  expect((await readFile(await readLogo(), stranger)).status).toBe(404);
});

test('of parallel uploads one logo stays, and no file of the others', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => upload(png)));
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const rows = await portal().database.inCompany(superAdmin.companyId, (tx) =>
    runSql<{ key: string }>(tx, 'select key from files'),
  );
  expect(rows.map(({ key }) => key)).toEqual([await readLogo()]);
  const key = await readLogo();
  const kept = await readdir(join(portal().dataDir, 'files', superAdmin.companyId));
  expect(kept.toSorted()).toEqual([key, `${key}.type`]);
});

test('a new logo stands although the old one can not be deleted from storage', async () => {
  expect((await upload(png)).status).toBe(200);
  const { files } = portal().adapters;
  const { delete: deleteFile } = files;
  files.delete = () => Promise.reject(new Error('the storage is read only'));
  const replaced = await upload(greyPng(124, 32));
  files.delete = deleteFile;
  expect(replaced.status).toBe(200);
  expect((await readFile((replaced.body as Company).logo ?? '')).status).toBe(200);
});

test('the logo stands in the shell, on invoices and in mails of the company; without it the product’s mark does', async () => {
  const as = superAdmin;
  const getShell = async () => (await portal().call('/session/user', { as })).body;
  const invite = async () => {
    const form = newUserForm();
    await portal().call('/users', { as, body: form });
    return waitForMail(portal(), form.email, /account$/);
  };
  const { superAdmin: operator } = await portal().makeCompany({ isProvider: true });
  const inside = { as: operator, headers: { 'x-company': as.companyId } };
  const getPdf = async (invoiceId: string) => {
    const { body } = await portal().call('/company/billing', { ...inside, body: { ...invoiceForm(), invoiceId } });
    const path = `${portal().url}/api/company/billing/${(body as { _id: string })._id}/pdf`;
    const answer = await fetch(path, { headers: { authorization: `Bearer ${as.token}` } });
    return Buffer.from(await answer.arrayBuffer()).toString('latin1');
  };
  await portal().call('/company/logo', { as, method: 'DELETE' });
  expect(await getShell()).toMatchObject({ companyLogo: null });
  expect((await invite()).html).not.toContain('<img');
  expect(await getPdf('Without')).not.toContain('/Subtype /Image');
  await upload(png);
  expect(await getShell()).toMatchObject({ companyLogo: await readLogo() });
  expect((await invite()).html).toContain('<img src="data:image/png;base64,');
  expect(await getPdf('With')).toContain('/Subtype /Image');
});
