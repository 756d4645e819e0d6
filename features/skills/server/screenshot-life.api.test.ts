import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { findScreenshotKey, toScreenshotAddress } from '#features/skills/contract/skill-values.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { newFileKey } from '#server/lib/crypto/file-keys.ts';
import { greyPng } from '#server/testing/pictures.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { createScreenshot, lockScreenshots } from './screenshots.repository.ts';
import { useSkillCalls } from './testing/skill-calls.ts';

const portal = useTestPortal();
const calls = useSkillCalls(portal);
const png = greyPng(1_000, 500);
const hourMs = 60 * 60 * 1000;
let superAdmin: TestUser;
let admin: TestUser;
let user: TestUser;
let stranger: TestUser;
let provider: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  ({ superAdmin: stranger } = await portal().makeCompany());
  ({ superAdmin: provider } = await portal().makeCompany({ isProvider: true }));
  admin = await portal().makeUser(superAdmin.companyId, { roles: ['Admin'] });
  user = await portal().makeUser(superAdmin.companyId);
});

const upload = async (as: TestUser) => (await calls.upload(as, png)).url;

/** The status of a picture, whole and in small; what is refused is all refused in the same words. */
async function see(as: TestUser, address: string): Promise<number> {
  const path = address.slice('/api'.length);
  const [whole, small] = [await portal().call(path, { as }), await portal().call(`${path}?size=thumbnail`, { as })];
  const code = whole.status === 200 ? undefined : 'files.not-found';
  for (const { status, body } of [whole, small]) {
    expect([status, (body as { code?: string }).code]).toEqual([whole.status, code]);
  }
  return whole.status;
}

/** A draft of that age, without waiting. */
async function addOld({ companyId }: TestUser, ageMs: number): Promise<string> {
  const key = newFileKey();
  const createdAt = new Date(portal().clock.now().getTime() - ageMs);
  const contentType = 'image/png';
  await portal().adapters.files.put({ companyId, key }, png, contentType);
  await portal().database.inCompany(companyId, (tx) =>
    createScreenshot(tx, { key, contentType, thumbnailKey: null, createdAt }),
  );
  return toScreenshotAddress(key);
}

const countObjects = async ({ companyId }: TestUser) =>
  (await readdir(join(portal().dataDir, 'files', companyId))).filter((name) => !name.endsWith('.type')).length;

describe('a draft that no skill names', () => {
  test('is for those of its company who manage skills', async () => {
    const url = await upload(superAdmin);
    expect([await see(superAdmin, url), await see(admin, url), await see(user, url)]).toEqual([200, 404, 404]);
    for (const as of [stranger, provider]) expect(await see(as, url)).toBe(404);
  });

  test('of the provider belongs to no other company', async () => {
    const url = await upload(provider);
    expect([await see(provider, url), await see(superAdmin, url)]).toEqual([200, 404]);
  });

  test('is there for a day, and longer once a skill names it', async () => {
    const [young, old] = [await addOld(superAdmin, 23 * hourMs), await addOld(superAdmin, 25 * hourMs)];
    expect([await see(superAdmin, young), await see(superAdmin, old)]).toEqual([200, 404]);
    await calls.make(superAdmin, { screenShots: [old] });
    expect(await see(superAdmin, old)).toBe(200);
  });
});

describe('a screenshot that a skill names', () => {
  test('is not for those who see of skills the names alone', async () => {
    const [own, provided] = [await upload(superAdmin), await upload(provider)];
    await calls.make(superAdmin, { screenShots: [own] });
    await calls.make(provider, { screenShots: [provided] });
    for (const url of [own, provided]) {
      expect([await see(superAdmin, url), await see(admin, url), await see(user, url)]).toEqual([200, 404, 404]);
    }
    expect([await see(stranger, own), await see(stranger, provided)]).toEqual([404, 200]);
  });

  test('is gone with its row and its objects once the skill is saved without it, or deleted', async () => {
    for (const isProvider of [false, true]) {
      const { superAdmin: as } = await portal().makeCompany({ isProvider });
      const [first, second] = [await upload(as), await upload(as)];
      const skill = await calls.make(as, { screenShots: [first, 'https://a.example/b.png', second] });
      expect((await calls.save(as, skill.id, { ...skill, screenShots: [second] })).status).toBe(200);
      expect([await see(as, first), await see(as, second), await countObjects(as)]).toEqual([404, 200, 2]);
      expect((await calls.remove(as, skill.id)).status).toBe(204);
      expect([await see(as, second), await see(superAdmin, second), await countObjects(as)]).toEqual([404, 404, 0]);
      const rows = await portal().database.inCompany(as.companyId, (tx) =>
        runSql(tx, 'select key from files where company_id = $1', [as.companyId]),
      );
      expect(rows).toEqual([]);
    }
  });

  test('stays as long as another living skill of the company names it', async () => {
    const url = await upload(superAdmin);
    const [first, second, third] = [
      await calls.make(superAdmin, { screenShots: [url] }),
      await calls.make(superAdmin, { screenShots: [url] }),
      await calls.make(superAdmin, { screenShots: [url] }),
    ];
    await calls.save(superAdmin, first.id, { ...first, screenShots: [] });
    await calls.remove(superAdmin, second.id);
    expect(await see(superAdmin, url)).toBe(200);
    await calls.remove(superAdmin, third.id);
    expect(await see(superAdmin, url)).toBe(404);
  });

  test('stays when the save is refused', async () => {
    const url = await upload(superAdmin);
    const skill = await calls.make(superAdmin, { screenShots: [url] });
    expect((await calls.save(superAdmin, skill.id, { ...skill, screenShots: [], version: 7 })).status).toBe(409);
    expect((await calls.remove(superAdmin, skill.id, { version: 7 })).status).toBe(409);
    expect(await see(superAdmin, url)).toBe(200);
  });

  test('is gone for every user although storage fails to delete it', async () => {
    const url = await upload(superAdmin);
    const skill = await calls.make(superAdmin, { screenShots: [url] });
    const { files } = portal().adapters;
    const { delete: deleteFile } = files;
    files.delete = () => Promise.reject(new Error('the storage is read only'));
    const { status } = await calls.remove(superAdmin, skill.id);
    files.delete = deleteFile;
    expect([status, await see(superAdmin, url)]).toEqual([204, 404]);
  });

  test('stays when another skill is being saved with it while its last one is deleted', async () => {
    const url = await upload(superAdmin);
    const [last, next] = [await calls.make(superAdmin, { screenShots: [url] }), await calls.make(superAdmin)];
    const removal = await portal().database.inCompany(superAdmin.companyId, async (tx) => {
      await lockScreenshots(tx, [findScreenshotKey(url) ?? '']);
      await runSql(tx, 'update skills set screen_shots = array[$1] where id = $2', [url, next.id]);
      const started = calls.remove(superAdmin, last.id);
      const waiting = `
        select from pg_locks mine join pg_locks waiting on waiting.transactionid = mine.transactionid
          -- On a distributed PostgreSQL those who change copied tables take turns.
          or (waiting.locktype = 'advisory' and waiting.objid = mine.objid and waiting.database = mine.database)
        where mine.pid = pg_backend_pid() and mine.granted and not waiting.granted`;
      await vi.waitFor(async () => expect(await runSql(tx, waiting)).toHaveLength(1), { timeout: 10_000 });
      return { started };
    });
    expect([(await removal.started).status, await see(superAdmin, url)]).toEqual([204, 200]);
  });

  test('is never named by a skill without being there, however saves and deletions meet', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [a, b] = [await upload(superAdmin), await upload(superAdmin)];
      const [first, second] = [
        await calls.make(superAdmin, { screenShots: [a] }),
        await calls.make(superAdmin, { screenShots: [b] }),
      ];
      const answers = await Promise.all([
        calls.save(superAdmin, first.id, { ...first, screenShots: [b] }),
        calls.save(superAdmin, second.id, { ...second, screenShots: [a] }),
      ]);
      for (const { status } of answers) expect([200, 422]).toContain(status);
      for (const { id } of [first, second]) {
        const { screenShots = [] } = (await calls.read(superAdmin, id)).body as { screenShots?: string[] };
        for (const url of screenShots) expect(await see(superAdmin, url)).toBe(200);
      }
    }
  });
});
