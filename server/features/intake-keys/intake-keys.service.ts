import { randomBytes } from 'node:crypto';
import { intakeKeyPrefix, rotationGraceDays } from '#contract/intake/intake-keys.ts';
import type { IntakeKey, IntakeKeyForm, IntakeKeyWithSecret } from '#contract/intake/intake-keys.ts';
import { recordAudit } from '../../records/audit.ts';
import { confirmActor } from '../../access/confirm-actor.ts';
import { hashIntakeKey } from '../../access/intake-callers.ts';
import type { Database } from '../../database/open-database.ts';
import { toAuditStamp } from '../../lib/request/call-context.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { Clock } from '../../outside/clock.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import * as repository from './intake-keys.repository.ts';
import type { SecretTrace } from './intake-keys.repository.ts';

export interface IntakeKeysDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

const dayMs = 86_400_000;

export function listIntakeKeys({ database, clock }: IntakeKeysDependencies, actor: Actor): Promise<IntakeKey[]> {
  return database.readCompany(actor.companyId, (tx) => repository.listIntakeKeys(tx, clock.now()));
}

/** Returns the secret, which is stored as a hash only. */
export async function createIntakeKey(
  dependencies: IntakeKeysDependencies,
  context: CallContext,
  { name }: IntakeKeyForm,
): Promise<IntakeKeyWithSecret> {
  const { secret, ...trace } = createSecret();
  const key = await changeKeys(dependencies, context, async (tx, now) => {
    const after = await repository.createIntakeKey(tx, { name, createdBy: toName(context.actor), ...trace }, now);
    return { action: 'create', before: null, after };
  });
  return { ...key, secret };
}

export function renameIntakeKey(
  dependencies: IntakeKeysDependencies,
  context: CallContext,
  { id, name, version }: { id: string; name: string; version: number | undefined },
): Promise<IntakeKey> {
  return changeKeys(dependencies, context, async (tx, now) => {
    const before = await lockActiveKey(tx, id, now);
    if (version !== undefined && version !== before.version) throw new Problem('record.stale', { current: before });
    return { action: 'rename', before, after: await repository.renameIntakeKey(tx, id, name, now) };
  });
}

/** Creates a new secret. The present one stays valid for `graceDays`; the one before it becomes invalid at once. */
export async function rotateIntakeKey(
  dependencies: IntakeKeysDependencies,
  context: CallContext,
  { id, graceDays = rotationGraceDays }: { id: string; graceDays: number | undefined },
): Promise<IntakeKeyWithSecret> {
  const { secret, ...trace } = createSecret();
  const key = await changeKeys(dependencies, context, async (tx, now) => {
    const before = await lockActiveKey(tx, id, now);
    const previousUntil = graceDays === 0 ? null : new Date(now.getTime() + graceDays * dayMs);
    return {
      action: 'rotate',
      before,
      after: await repository.rotateIntakeKey(tx, { id, previousUntil, ...trace }, now),
    };
  });
  return { ...key, secret };
}

export function revokeIntakeKey(
  dependencies: IntakeKeysDependencies,
  context: CallContext,
  id: string,
): Promise<IntakeKey> {
  return changeKeys(dependencies, context, async (tx, now) => {
    const before = await lockActiveKey(tx, id, now);
    return { action: 'revoke', before, after: await repository.revokeIntakeKey(tx, id, now) };
  });
}

interface KeyChange {
  readonly action: 'create' | 'rename' | 'rotate' | 'revoke';
  readonly before: IntakeKey | null;
  readonly after: IntakeKey;
}

/** Runs a change and writes its audit entry in one transaction. */
function changeKeys(
  { database, clock }: IntakeKeysDependencies,
  context: CallContext,
  change: (tx: CompanyTransaction, now: Date) => Promise<KeyChange>,
): Promise<IntakeKey> {
  return database.withCompany(context.actor.companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'intake.manage');
    const now = clock.now();
    const { action, before, after } = await change(tx, now);
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      action: `intakeKeys.${action}`,
      entity: 'intakeKey',
      entityId: after.id,
      entityLabel: after.name,
      before: before && toAuditedKey(before),
      after: toAuditedKey(after),
    });
    return after;
  });
}

async function lockActiveKey(tx: CompanyTransaction, id: string, now: Date): Promise<IntakeKey> {
  const key = await repository.lockIntakeKey(tx, id, now);
  if (!key) throw new Problem('record.not-found');
  if (key.revokedAt !== null) throw new Problem('intake.key-revoked');
  return key;
}

function createSecret(): SecretTrace & { secret: string } {
  const secret = `${intakeKeyPrefix}${randomBytes(32).toString('base64url')}`;
  return { secret, secretHash: hashIntakeKey(secret), hint: secret.slice(-4) };
}

/** With the company from which the actor acts, for actors of the provider. */
function toName({ firstName, lastName, actsFrom }: Actor): string {
  return `${firstName} ${lastName}${actsFrom === null ? '' : ` (${actsFrom})`}`;
}

function toAuditedKey({ name, hint, previousUntil, revokedAt }: IntakeKey) {
  return { name, hint, previousUntil, revokedAt };
}
