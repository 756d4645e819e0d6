import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { findScreenshotKey } from '#features/skills/contract/skill-values.ts';
import { isDistributedRun } from '../database/testing/test-server.ts';
import { runSql } from '../testing/sql/run-sql.ts';
import { deleteUnusedScreenshots } from '#features/company/server/files/files.repository.ts';
import { useSkillCalls } from '#features/skills/server/testing/skill-calls.ts';
import { deleteScreenshots } from './housekeeping.ts';
import { greyPng } from '../testing/pictures.ts';
import { useTestPortal, type TestUser } from '../testing/test-portal.ts';

const portal = useTestPortal();
const calls = useSkillCalls(portal);
const hourMs = 60 * 60 * 1000;
const large = greyPng(600, 300);

const after = (hours: number) => new Date(portal().clock.now().getTime() + hours * hourMs);

/** Deletes screenshots as of so many hours from now; the clock of sessions stays. */
function drop(hours: number): Promise<void> {
  const { database, adapters } = portal();
  const clock = { now: () => after(hours) };
  return deleteScreenshots({ database, files: adapters.files, clock, log: pino({ level: 'silent' }) });
}

const isThere = async (as: TestUser, url: string) =>
  (await portal().call(url.slice('/api'.length), { as })).status === 200;
const countObjects = async ({ companyId }: TestUser) =>
  (await readdir(join(portal().dataDir, 'files', companyId))).filter((name) => !name.endsWith('.type')).length;

test('an unused screenshot is deleted with its thumbnail after a day', async () => {
  const { superAdmin } = await portal().makeCompany();
  const { url } = await calls.upload(superAdmin, large);
  expect(await countObjects(superAdmin)).toBe(2);
  await drop(23);
  expect(await isThere(superAdmin, url)).toBe(true);
  await drop(25);
  expect([await isThere(superAdmin, url), await countObjects(superAdmin)]).toEqual([false, 0]);
});

test('a used screenshot stays until the skill is changed or deleted, in every company', async () => {
  const companies = [await portal().makeCompany(), await portal().makeCompany({ isProvider: true })];
  for (const { superAdmin: as } of companies) {
    const [first, second] = [await calls.upload(as, large), await calls.upload(as, large)];
    const skill = await calls.make(as, { screenShots: [first.url, 'https://a.example/b.png', second.url] });
    await drop(25);
    expect([await isThere(as, first.url), await isThere(as, second.url)]).toEqual([true, true]);
    await calls.save(as, skill.id, { ...skill, screenShots: [second.url] });
    await drop(25);
    expect([await isThere(as, first.url), await isThere(as, second.url)]).toEqual([false, true]);
    await calls.remove(as, skill.id);
    await drop(25);
    expect([await isThere(as, second.url), await countObjects(as)]).toEqual([false, 0]);
  }
});

test('other files are not deleted', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  await portal().call('/company/logo', { as, method: 'PUT', body: greyPng(20, 20) });
  const { logo } = (await portal().call('/company/info', { as })).body as { logo: string };
  await drop(1000);
  expect(await isThere(as, `/api/files/${logo}`)).toBe(true);
});

test('a screenshot named by another company’s skill is unused in its own company', async () => {
  const [own, other] = [await portal().makeCompany(), await portal().makeCompany()];
  const { url } = await calls.upload(own.superAdmin, large);
  const skill = await calls.make(other.superAdmin);
  await portal().database.inCompany(other.id, (tx) =>
    runSql(tx, 'update skills set screen_shots = array[$1] where id = $2', [url, skill.id]),
  );
  await drop(25);
  expect(await isThere(own.superAdmin, url)).toBe(false);
});

test('a screenshot that is being saved with a skill stays', async () => {
  const { id, superAdmin: as } = await portal().makeCompany();
  const { url } = await calls.upload(as, large);
  const skill = await calls.make(as);
  const { database } = portal();
  let deletion: ReturnType<typeof deleteUnusedScreenshots> | undefined;
  await database.inCompany(id, async (tx) => {
    await runSql(tx, 'select from files where key = $1 for key share', [findScreenshotKey(url)]);
    deletion = deleteUnusedScreenshots(database, after(25));
    // It skips what is locked; on a distributed PostgreSQL it waits for its turn.
    if (!isDistributedRun) await deletion;
    await runSql(tx, 'update skills set screen_shots = array[$1] where id = $2', [url, skill.id]);
  });
  expect(await deletion).toEqual([]);
  await drop(25);
  expect(await isThere(as, url)).toBe(true);
});

test('a screenshot that storage fails to delete is deleted in the database, and fails the job', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  const { url } = await calls.upload(as, large);
  const { files } = portal().adapters;
  const { delete: deleteFile } = files;
  files.delete = () => Promise.reject(new Error('the storage is read only'));
  await expect(drop(25)).rejects.toThrow('a deleted screenshot is still in storage');
  files.delete = deleteFile;
  expect(await isThere(as, url)).toBe(false);
});
