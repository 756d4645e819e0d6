import { runSql } from '#server/testing/sql/run-sql.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import type { IntakeKey, IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import { findIntakeCaller } from '#server/access/intake-callers.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
const dayMs = 86_400_000;
let superAdmin: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
});

const callKeys = (path = '', call: { method?: string; body?: unknown; as?: TestUser } = {}) =>
  portal().call(`/intake/keys${path}`, { as: superAdmin, ...call });

async function makeKey(name: string = randomUUID()): Promise<IntakeKeyWithSecret> {
  const { status, body } = await callKeys('', { body: { name } });
  expect(status).toBe(201);
  return body as IntakeKeyWithSecret;
}

const rotate = (id: string, body: object = {}) => callKeys(`/${id}/rotation`, { body });
const revoke = (id: string) => callKeys(`/${id}`, { method: 'DELETE' });
const listKeys = async () => (await callKeys()).body as IntakeKey[];
const findKey = async (id: string) => (await listKeys()).find((key) => key.id === id);
/** The caller that a secret authenticates now. */
const whoIs = async (secret: string) =>
  (await findIntakeCaller(portal().database.actors, secret, portal().clock.now()))?.companyId;

async function listAudited(id: string): Promise<AuditEntry[]> {
  const { body } = await portal().call(`/audit?entity=intakeKey&entityId=${id}`, { as: superAdmin });
  return (body as { entries: AuditEntry[] }).entries;
}

describe('a new key', () => {
  test('answers its secret once, and stores only its hash', async () => {
    const { secret, ...key } = await makeKey('Production');
    expect(secret).toMatch(/^stwk_[A-Za-z0-9_-]{43}$/);
    expect(key).toMatchObject({
      name: 'Production',
      hint: secret.slice(-4),
      createdBy: 'Mari Maasikas',
      lastUsedAt: null,
      previousUntil: null,
      revokedAt: null,
      version: 1,
    });
    expect(await findKey(key.id)).toEqual(key);
    const rows = await portal().database.inCompany(superAdmin.companyId, (tx) =>
      runSql(tx, 'select to_jsonb(k)::text as row from intake_keys k'),
    );
    expect(JSON.stringify(rows)).not.toContain(secret.slice(5));
    expect(await whoIs(secret)).toBe(superAdmin.companyId);
  });

  test('needs a name that no other active key has, ignoring case', async () => {
    await makeKey('Staging');
    const taken = await callKeys('', { body: { name: 'STAGING' } });
    expect(taken).toMatchObject({ status: 409, body: { code: 'intake.key-name-taken' } });
    for (const [name, message] of [
      ['', 'The field is required!'],
      [' \u00A0\u200B', 'The field can not be empty!'],
      ['x'.repeat(101), 'The input can have at most 100 characters.'],
    ]) {
      const refused = await callKeys('', { body: { name } });
      expect(refused).toMatchObject({ status: 422, body: { fields: [{ path: 'name', message }] } });
    }
  });

  test('is created once by fifty concurrent calls with one name', async () => {
    const name = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => callKeys('', { body: { name } })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
  });

  test('may have the name of a revoked key', async () => {
    const { id } = await makeKey('Reused');
    await revoke(id);
    expect((await makeKey('Reused')).id).not.toBe(id);
  });
});

describe('renaming', () => {
  test('changes the name, and the key stays good', async () => {
    const { id, version, secret } = await makeKey();
    const name = randomUUID();
    const save = (body: object) => callKeys(`/${id}`, { method: 'PUT', body });
    expect(await save({ name, version })).toMatchObject({ status: 200, body: { name, version: 2 } });
    expect(await whoIs(secret)).toBe(superAdmin.companyId);
  });

  test('rejects the name of another key', async () => {
    const [one, other] = [await makeKey(), await makeKey()];
    const refused = await callKeys(`/${one.id}`, { method: 'PUT', body: { name: other.name } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'intake.key-name-taken' } });
  });
});

describe('rotation', () => {
  test('creates a new secret and keeps the old one valid for its grace period', async () => {
    const made = await makeKey();
    const { status, body } = await rotate(made.id, { graceDays: 2 });
    const rotated = body as IntakeKeyWithSecret;
    expect(status).toBe(200);
    expect(rotated.hint).toBe(rotated.secret.slice(-4));
    const grace = new Date(rotated.previousUntil ?? 0).getTime() - portal().clock.now().getTime();
    expect(Math.abs(grace - 2 * dayMs)).toBeLessThan(10_000);
    expect(await Promise.all([made.secret, rotated.secret].map(whoIs))).toEqual([
      superAdmin.companyId,
      superAdmin.companyId,
    ]);
    const later = new Date(portal().clock.now().getTime() + 2 * dayMs);
    expect(await findIntakeCaller(portal().database.actors, made.secret, later)).toBeUndefined();
  });

  test('has a grace period of seven days by default', async () => {
    const { id } = await makeKey();
    const { previousUntil } = (await rotate(id)).body as IntakeKey;
    const days = (new Date(previousUntil ?? 0).getTime() - portal().clock.now().getTime()) / dayMs;
    expect(Math.round(days)).toBe(7);
  });

  test('without a grace period makes the old secret invalid at once', async () => {
    const made = await makeKey();
    const rotated = (await rotate(made.id, { graceDays: 0 })).body as IntakeKeyWithSecret;
    expect(rotated.previousUntil).toBeNull();
    expect(await whoIs(made.secret)).toBeUndefined();
    expect(await whoIs(rotated.secret)).toBe(superAdmin.companyId);
  });

  test('a second time makes the secret in its grace period invalid', async () => {
    const made = await makeKey();
    const second = (await rotate(made.id)).body as IntakeKeyWithSecret;
    const third = (await rotate(made.id)).body as IntakeKeyWithSecret;
    expect(await whoIs(made.secret)).toBeUndefined();
    expect(await Promise.all([second.secret, third.secret].map(whoIs))).not.toContain(undefined);
  });

  test.each([-1, 31, 1.5, '7', null])('rejects a grace period of %s days', async (graceDays) => {
    const { id } = await makeKey();
    expect(await rotate(id, { graceDays })).toMatchObject({ status: 422, body: { fields: [{ path: 'graceDays' }] } });
  });
});

describe('revoking', () => {
  test('makes the key and its previous secret invalid for good', async () => {
    const made = await makeKey();
    const rotated = (await rotate(made.id)).body as IntakeKeyWithSecret;
    const { status, body } = await revoke(made.id);
    expect(status).toBe(200);
    expect((body as IntakeKey).revokedAt).not.toBeNull();
    expect((body as IntakeKey).previousUntil).toBeNull();
    expect(await Promise.all([made.secret, rotated.secret].map(whoIs))).toEqual([undefined, undefined]);
    const again = [
      await revoke(made.id),
      await rotate(made.id),
      await callKeys(`/${made.id}`, { method: 'PUT', body: { name: 'Again' } }),
    ];
    for (const refused of again) expect(refused).toMatchObject({ status: 409, body: { code: 'intake.key-revoked' } });
  });

  test('lists the key after the active ones', async () => {
    const { superAdmin: other } = await portal().makeCompany();
    const make = async (name: string) =>
      (await callKeys('', { as: other, body: { name } })).body as IntakeKeyWithSecret;
    const [a] = [await make('a'), await make('b'), await make('C')];
    await callKeys(`/${a.id}`, { as: other, method: 'DELETE' });
    const { body } = await callKeys('', { as: other });
    expect((body as IntakeKey[]).map(({ name }) => name)).toEqual(['b', 'C', 'a']);
  });
});

test('audits every change, without secret and hash', async () => {
  const made = await makeKey('Watched');
  await callKeys(`/${made.id}`, { method: 'PUT', body: { name: 'Watched closely' } });
  const rotated = (await rotate(made.id)).body as IntakeKeyWithSecret;
  await revoke(made.id);
  const entries = await listAudited(made.id);
  expect(entries.map(({ action }) => action)).toEqual([
    'intakeKeys.revoke',
    'intakeKeys.rotate',
    'intakeKeys.rename',
    'intakeKeys.create',
  ]);
  expect(entries[1]).toMatchObject({
    entityLabel: 'Watched closely',
    before: { hint: made.hint, previousUntil: null },
    after: { hint: rotated.hint, previousUntil: rotated.previousUntil },
  });
  const text = JSON.stringify(entries);
  expect(text).not.toMatch(/hash|secret/i);
  for (const { secret } of [made, rotated]) expect(text).not.toContain(secret.slice(5, 20));
});

test('records the last use to the minute', async () => {
  const { id, secret } = await makeKey();
  const use = async (laterMs: number) => {
    portal().clock.advance(laterMs);
    const body = { conversations: [{ id: randomUUID(), date: '2026-11-01T08:30:00.000Z' }] };
    const headers = { authorization: `Bearer ${secret}` };
    expect((await portal().call('/intake/conversations', { headers, body })).status).toBe(200);
    return (await findKey(id))?.lastUsedAt;
  };
  const first = portal().clock.now().toISOString();
  expect(await use(0)).toBe(first);
  expect(await use(59_000)).toBe(first);
  expect(await use(2000)).toBe(portal().clock.now().toISOString());
});

test('a key created by the provider in a company names the provider', async () => {
  const { superAdmin: operator } = await portal().makeCompany({ name: 'The Provider', isProvider: true });
  const { body } = await portal().call('/intake/keys', {
    as: operator,
    headers: { 'x-company': superAdmin.companyId },
    body: { name: randomUUID() },
  });
  expect(body).toMatchObject({ createdBy: 'Mari Maasikas (The Provider)' });
  const [entry] = await listAudited((body as IntakeKey).id);
  expect(entry).toMatchObject({ action: 'intakeKeys.create', actor: { company: 'The Provider' } });
});

test('a company holds 50 active keys, also when the last are created at once, and a revoked one makes room', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  const create = () => callKeys('', { as, body: { name: randomUUID() } });
  const first = (await create()).body as IntakeKey;
  await portal().database.inCompany(as.companyId, (tx) =>
    runSql(
      tx,
      `insert into intake_keys (name, secret_hash, hint, created_by)
        select 'key ' || n, sha256(('key ' || $1::text || n)::bytea), 'test', 'A test' from generate_series(1, 46) n`,
      [as.companyId],
    ),
  );
  const statuses = (await Promise.all(Array.from({ length: 6 }, create))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([201, 201, 201, 409, 409, 409]);
  expect((await create()).body).toMatchObject({ code: 'intake.key-limit', message: expect.stringContaining('50') });
  expect((await callKeys(`/${first.id}`, { as, method: 'DELETE' })).status).toBe(200);
  expect((await create()).status).toBe(201);
});
