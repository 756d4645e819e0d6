import type { Uses } from '#server/portal/portal.ts';
import { judgeKeyLimits } from '#features/money/contract/limits.ts';
import { randomBytes } from 'node:crypto';
import {
  intakeKeyPrefix,
  maxActiveKeys,
  rotationGraceDays,
  type IntakeKey,
  type IntakeKeyForm,
  type IntakeKeyWithSecret,
} from '#features/intake/contract/intake-keys.ts';
import { changeRecord, type AuditedKind } from '#server/records/change-record.ts';
import { createRecord } from '#server/records/create-record.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { hashIntakeKey } from '#server/access/intake-callers.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { toActorName, type Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import * as repository from './intake-keys.repository.ts';
import { listAlertedKeys } from './reports/key-reports.repository.ts';
import type { SecretTrace, StoredIntakeKey } from './intake-keys.repository.ts';

const dayMs = 86_400_000;

export async function listIntakeKeys(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
): Promise<IntakeKey[]> {
  const stored = await database.inCompany.read(actor.companyId, repository.listIntakeKeys);
  const alerted = await database.inCompany.read(actor.companyId, listAlertedKeys);
  const alerts = new Map(
    alerted.map(({ id, isSilent }) => [id, isSilent ? ('silent' as const) : ('failing' as const)]),
  );
  return stored.map((key) => {
    const alert = key.revokedAt === null ? alerts.get(key.id) : undefined;
    return { ...toIntakeKey(key, clock.now()), ...(alert && { alert }) };
  });
}

/** Converts a stored key to the API's form, without the end of a grace period that is over. */
function toIntakeKey({ previousUntil, lastAskedAt, ...row }: StoredIntakeKey, now: Date): IntakeKey {
  const [asked, used] = [lastAskedAt?.getTime() ?? null, row.lastUsedAt?.getTime() ?? null];
  return {
    ...row,
    limits: judgeKeyLimits(asked, used, now.getTime()),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    previousUntil: previousUntil && previousUntil > now ? previousUntil.toISOString() : null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

/** How the audit log shows intake keys. */
const toAuditedKind = (now: Date): AuditedKind<StoredIntakeKey> => ({
  toSubject: ({ id, name }) => ({ entity: 'intakeKey', entityId: id, entityLabel: name }),
  toFields: (stored) => {
    const { name, hint, previousUntil, revokedAt } = toIntakeKey(stored, now);
    return { name, hint, previousUntil, revokedAt };
  },
});

/**
 * Returns the secret, which is stored as a hash only.
 * @throws Problem `intake.key-limit`, `intake.key-name-taken`
 */
export async function createIntakeKey(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { name }: IntakeKeyForm,
): Promise<IntakeKeyWithSecret> {
  const { secret, ...trace } = createSecret();
  const now = clock.now();
  return database.inCompany(context.actor.companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'intake.manage');
    return createRecord(tx, {
      ...toAuditedKind(now),
      context,
      now,
      action: 'intakeKeys.create',
      // Without one, because a repeated call could not answer the secret again.
      idempotencyKey: undefined,
      request: undefined,
      create: async () => {
        await repository.lockIntakeKeys(tx);
        const { count } = await repository.countActiveKeys(tx);
        if (count >= maxActiveKeys) throw new Problem('intake.key-limit');
        const createdBy = toActorName(context.actor);
        return repository.createIntakeKey(tx, { name, createdBy, ...trace, createdAt: now, updatedAt: now });
      },
      toAnswer: (created) => ({ ...toIntakeKey(created, now), secret }),
    });
  });
}

export function renameIntakeKey(
  portal: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, name, version }: { id: string; name: string; version: number | undefined },
): Promise<IntakeKey> {
  return changeKey(portal, context, {
    id,
    version,
    action: 'intakeKeys.rename',
    write: (tx, now) => repository.renameIntakeKey(tx, { id, name, now }),
  });
}

/** Creates a new secret. The present one stays valid for `graceDays`; the one before it becomes invalid at once. */
export async function rotateIntakeKey(
  portal: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, graceDays = rotationGraceDays }: { id: string; graceDays: number | undefined },
): Promise<IntakeKeyWithSecret> {
  const { secret, ...trace } = createSecret();
  const key = await changeKey(portal, context, {
    id,
    action: 'intakeKeys.rotate',
    write: (tx, now) => {
      const previousUntil = graceDays === 0 ? null : new Date(now.getTime() + graceDays * dayMs);
      return repository.rotateIntakeKey(tx, { id, previousUntil, ...trace, now });
    },
  });
  return { ...key, secret };
}

export function revokeIntakeKey(
  portal: Uses<'database' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<IntakeKey> {
  return changeKey(portal, context, {
    id,
    action: 'intakeKeys.revoke',
    write: (tx, now) => repository.revokeIntakeKey(tx, { id, now }),
  });
}

interface KeyChange {
  readonly id: string;
  readonly version?: number | undefined;
  readonly action: string;
  readonly write: (tx: CompanyTransaction, now: Date) => Promise<StoredIntakeKey>;
}

function changeKey(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, version, action, write }: KeyChange,
): Promise<IntakeKey> {
  const now = clock.now();
  return database.inCompany(context.actor.companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'intake.manage');
    const written = await changeRecord(tx, {
      ...toAuditedKind(now),
      context,
      now,
      action,
      lock: () => lockActiveKey(tx, id),
      version,
      toVisible: (key) => toIntakeKey(key, now),
      write: () => write(tx, now),
    });
    return toIntakeKey(written, now);
  });
}

/** @throws Problem `intake.key-revoked` */
async function lockActiveKey(tx: CompanyTransaction, id: string): Promise<StoredIntakeKey | undefined> {
  const key = await repository.lockIntakeKey(tx, { id });
  if (key && key.revokedAt !== null) throw new Problem('intake.key-revoked');
  return key;
}

function createSecret(): SecretTrace & { secret: string } {
  const secret = `${intakeKeyPrefix}${randomBytes(32).toString('base64url')}`;
  return { secret, secretHash: hashIntakeKey(secret), hint: secret.slice(-4) };
}
