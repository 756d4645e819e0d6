import type { ReportedSkill } from '#contract/intake/intake-keys.ts';
import { problems } from '#contract/problems.ts';
import { recordAudit } from '../../records/audit.ts';
import { confirmActor } from '../../access/confirm-actor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { toAuditStamp } from '../../lib/request/call-context.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { IntakeKeysDependencies } from './intake-keys.service.ts';
import {
  findReportedSkill,
  hasSkill,
  listReportedSkills,
  lockReportedSkill,
  updateMapping,
} from './reported-skills.repository.ts';

export function readReportedSkills({ database }: IntakeKeysDependencies, actor: Actor): Promise<ReportedSkill[]> {
  return database.readCompany(actor.companyId, listReportedSkills);
}

/** From now on all conversations reported under this name, past ones too, are shown as of the skill. */
export function mapReportedSkill(
  { database, clock }: IntakeKeysDependencies,
  context: CallContext,
  { id, skillId }: { id: string; skillId: string | null },
): Promise<ReportedSkill> {
  return database.withCompany(context.actor.companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'intake.manage');
    const before = await lockReportedSkill(tx, id);
    if (!before) throw new Problem('record.not-found');
    await refuseUnknownSkill(tx, before, skillId);
    await updateMapping(tx, id, skillId);
    const after = await findReportedSkill(tx, id);
    if (!after) throw new Error('the locked row is gone');
    await recordAudit(tx, {
      ...toAuditStamp(context, clock.now()),
      action: 'reportedSkills.map',
      entity: 'reportedSkill',
      entityId: id,
      entityLabel: before.name,
      before: { skillName: before.skillName, skillId: before.skillId },
      after: { skillName: after.skillName, skillId: after.skillId },
    });
    return after;
  });
}

/** A mapping that stays is nobody's business, also where its skill was deleted meanwhile. */
async function refuseUnknownSkill(tx: Transaction, before: ReportedSkill, skillId: string | null): Promise<void> {
  if (skillId === null || skillId === before.skillId || (await hasSkill(tx, skillId))) return;
  const { message } = problems['intake.skill-unknown'];
  throw new Problem('intake.skill-unknown', { fields: [{ path: 'skillId', message }] });
}
