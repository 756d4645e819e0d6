import { randomBytes } from 'node:crypto';
import { intakeKeyPrefix } from '#features/intake/contract/intake-keys.ts';
import { runSql } from '../sql/run-sql.ts';
import { hashIntakeKey } from '../../access/intake-callers.ts';
import type { TestPortal } from '../test-portal.ts';

/** A caller of the intake with a valid or invalid key. */
export interface IntakeSender {
  readonly name: string;
  readonly headers: Record<string, string | string[]>;
}

export interface IntakeSenders {
  readonly good: readonly IntakeSender[];
  readonly bad: readonly IntakeSender[];
}

interface KeyRow {
  readonly name: string;
  readonly previous?: { readonly secret: string; readonly until: Date };
  readonly revokedAt?: Date;
}

const hourMs = 3_600_000;
const newSecret = () => `${intakeKeyPrefix}${randomBytes(32).toString('base64url')}`;
const bearer = (name: string, secret: string): IntakeSender => ({
  name,
  headers: { authorization: `Bearer ${secret}` },
});
const basic = (name: string, pair: string): IntakeSender => ({
  name,
  headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
});

/** An active key of the company, and its secret. */
export async function makeIntakeKey(portal: TestPortal, companyId: string, row: KeyRow) {
  const secret = newSecret();
  const values = [
    row.name,
    hashIntakeKey(secret),
    row.previous ? hashIntakeKey(row.previous.secret) : null,
    row.previous?.until ?? null,
    row.revokedAt ?? null,
  ];
  const id = await portal.database.inCompany(companyId, async (tx) => {
    const rows = await runSql<{ id: string }>(
      tx,
      `insert into intake_keys (name, secret_hash, previous_hash, previous_until, revoked_at, hint, created_by)
        values ($1, $2, $3, $4, $5, 'test', 'A test') returning id`,
      values,
    );
    return rows[0]?.id ?? '';
  });
  return { id, secret };
}

interface OtherCompanies {
  readonly otherId: string;
  readonly pendingId: string;
}

/** Callers with valid and with invalid keys of a company. */
export async function makeIntakeSenders(portal: TestPortal, companyId: string, { otherId, pendingId }: OtherCompanies) {
  const at = (ms: number) => new Date(portal.clock.now().getTime() + ms);
  const [inGrace, pastGrace] = [newSecret(), newSecret()];
  const { secret } = await makeIntakeKey(portal, companyId, { name: 'good' });
  const rotated = { secret: inGrace, until: at(24 * hourMs) };
  await makeIntakeKey(portal, companyId, { name: 'rotated', previous: rotated });
  await makeIntakeKey(portal, companyId, { name: 'over', previous: { secret: pastGrace, until: at(-1) } });
  const revoked = await makeIntakeKey(portal, companyId, { name: 'revoked', revokedAt: at(-hourMs) });
  const pending = await makeIntakeKey(portal, pendingId, { name: 'waiting' });
  return {
    good: [
      bearer('an intake key', secret),
      bearer('the key before a rotation, in its grace', inGrace),
      basic('an intake key as a password', `assistant:${secret}`),
      // A key is of its company, whatever else the call names.
      {
        name: 'an intake key beside the name of another company',
        headers: { authorization: `Bearer ${secret}`, 'x-company': otherId },
      },
    ],
    bad: [
      bearer('an unknown key', newSecret()),
      bearer('the key before a rotation, after its grace', pastGrace),
      bearer('a revoked key', revoked.secret),
      bearer('the key of a company that waits for approval', pending.secret),
      bearer('a key cut short', secret.slice(0, -1)),
      bearer('a key and more', `${secret}A`),
      bearer('a key in capitals', secret.toUpperCase()),
      bearer('a key without its prefix', secret.slice(intakeKeyPrefix.length)),
      basic('a key as the user of basic authentication', `${secret}:`),
      { name: 'a key in another scheme', headers: { authorization: `ApiKey ${secret}` } },
      { name: 'a key twice', headers: { authorization: [`Bearer ${secret}`, `Bearer ${secret}`] } },
      { name: 'a key in another header', headers: { 'x-api-key': secret } },
      { name: 'a key in a cookie', headers: { cookie: `token=${secret}` } },
      bearer('an oversized key', `${secret}${'A'.repeat(9000)}`),
    ],
  } satisfies IntakeSenders;
}
