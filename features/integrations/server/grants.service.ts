import type { Uses } from '#server/portal/portal.ts';
import type { KeyGrant } from '#features/integrations/contract/integrations.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { RowOf } from '#server/sql/types.ts';
import * as repository from './grants.repository.ts';
import { findIntegration, lockIntegration } from './integrations.repository.ts';
import { toAuditSubject } from './integrations.service.ts';

/** @throws Problem `record.not-found` */
export async function listGrants(
  { database }: Uses<'database'>,
  actor: Actor,
  integrationId: string,
): Promise<KeyGrant[]> {
  const [integration, grants] = await Promise.all([
    database.inCompany.read(actor.companyId, (tx) => findIntegration(tx, { id: integrationId })),
    database.inCompany.read(actor.companyId, (tx) => repository.listKeyGrants(tx, { integrationId })),
  ]);
  if (!integration) throw new Problem('record.not-found');
  return grants.map(toKeyGrant);
}

type StoredKeyGrant = RowOf<(typeof repository)['keyGrant']>;

const toKeyGrant = ({ grantedAt, ...grant }: StoredKeyGrant): KeyGrant => ({
  ...grant,
  grantedAt: grantedAt?.toISOString() ?? null,
});

interface GrantChange {
  readonly integrationId: string;
  readonly keyId: string;
  /** Whether the key has the grant afterwards. */
  readonly isGranted: boolean;
}

/** Grants or revokes; a repeated call changes nothing. @throws Problem `record.not-found`, also for a revoked key */
export function updateGrant(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { integrationId, keyId, isGranted }: GrantChange,
): Promise<KeyGrant> {
  const now = clock.now();
  const { actor } = context;
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'integrations.manage');
    const integration = await lockIntegration(tx, { id: integrationId });
    const grant = await repository.lockKeyGrant(tx, { integrationId, keyId });
    if (!integration || !grant) throw new Problem('record.not-found');
    if ((grant.grantedAt !== null) === isGranted) return toKeyGrant(grant);
    const grantedBy = `${actor.firstName} ${actor.lastName}${actor.actsFrom === null ? '' : ` (${actor.actsFrom})`}`;
    if (isGranted) await repository.createGrant(tx, { integrationId, intakeKeyId: keyId, grantedBy, grantedAt: now });
    else await repository.deleteGrant(tx, { integrationId, keyId });
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      ...toAuditSubject(integration),
      action: isGranted ? 'integrations.grant' : 'integrations.revoke-grant',
      [isGranted ? 'after' : 'before']: { intakeKey: grant.keyName },
    });
    return toKeyGrant({
      ...grant,
      ...(isGranted ? { grantedBy, grantedAt: now } : { grantedBy: null, grantedAt: null }),
    });
  });
}
