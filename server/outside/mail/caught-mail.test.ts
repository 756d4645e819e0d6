import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCaughtMail } from './caught-mail.ts';
import { MailRefused } from './mail.ts';

let folder: string;
let clock: number;
const now = () => new Date(clock++);
const mail = (subject: string) => ({
  to: { name: 'Ann', address: 'ann@acme.example' },
  subject,
  html: '<p>x</p>',
  text: 'x',
});

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'mail-')), 'mail');
  clock = Date.UTC(2026, 10, 21);
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

test('an outbox that was never used is empty', async () => {
  const box = createCaughtMail({ folder, now });
  expect(await box.list()).toEqual([]);
});

test('lists caught mails newest first, each as one private file', async () => {
  const box = createCaughtMail({ folder, now });
  await box.send(mail('first'), 'a');
  await box.send(mail('second'), 'b');
  expect((await box.list()).map(({ subject }) => subject)).toEqual(['second', 'first']);
  expect((await box.list())[1]).toEqual({
    id: 'a',
    to: 'ann@acme.example',
    name: 'Ann',
    subject: 'first',
    html: '<p>x</p>',
    text: 'x',
    date: '2026-11-21T00:00:00.000Z',
  });
  const files = await readdir(folder);
  expect(files).toHaveLength(2);
  expect((await stat(join(folder, files[0] ?? ''))).mode & 0o777).toBe(0o600);
});

test('keeps a mail once when it is attempted again', async () => {
  const box = createCaughtMail({ folder, now });
  await box.send(mail('first'), 'a');
  await box.send(mail('first'), 'a');
  expect(await box.list()).toHaveLength(1);
});

test('keeps only the newest mails', async () => {
  const box = createCaughtMail({ folder, now, keep: 2 });
  for (const id of ['a', 'b', 'c']) await box.send(mail(id), id);
  expect((await box.list()).map(({ id }) => id)).toEqual(['c', 'b']);
});

test('loses none of many mails caught at once', async () => {
  const box = createCaughtMail({ folder, now });
  const ids = Array.from({ length: 50 }, (_, index) => `id-${index}`);
  await Promise.all(ids.map((id) => box.send(mail(id), id)));
  expect((await box.list()).map(({ id }) => id).sort()).toEqual(ids.sort());
});

test('refuses a recipient list and an id that would leave the folder', async () => {
  const box = createCaughtMail({ folder, now });
  await expect(box.send({ ...mail('x'), to: { address: 'a@x.example,b@x.example' } }, 'a')).rejects.toThrow(
    MailRefused,
  );
  await expect(box.send(mail('x'), '../a')).rejects.toThrow(TypeError);
  expect(await readdir(folder)).toEqual([]);
});
