import { recordAudit } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { StepOutcome } from '#server/outside/assistants/assistants.ts';
import { findTurn, judgeTest } from './stored-health.ts';
import { lockIntegration, updateHealth } from './integrations.repository.ts';
import type { StoredIntegration } from './stored-integration.ts';

interface TestedIntegration {
  readonly tested: Pick<StoredIntegration, 'id' | 'version'>;
  readonly steps: readonly StepOutcome[];
  readonly at: Date;
  readonly requestId: string;
}

/** Stores the result of a test with its health, unless the integration was changed while the test ran. */
export async function recordTest(
  tx: CompanyTransaction,
  { tested, steps, at, requestId }: TestedIntegration,
): Promise<void> {
  const stored = await lockIntegration(tx, { id: tested.id });
  if (stored?.version !== tested.version) return;
  const failed = steps.find(({ outcome }) => outcome === 'failed');
  const health = judgeTest(stored, { at, failed });
  await updateHealth(tx, { ...stored, ...health });
  const turn = findTurn(stored, health);
  if (!turn) return;
  await recordAudit(tx, {
    actor: { accountId: null, name: 'Connection test', email: '' },
    action: `integrations.${turn}`,
    entity: 'integration',
    entityId: stored.id,
    entityLabel: stored.name,
    after: turn === 'break' ? { failure: health.failure, failingSince: health.failingSince?.toISOString() } : {},
    requestId,
    now: at,
  });
}
