import { getDay } from '#contract/calendar/zones.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { ReportedSkill } from '#features/people/contract/reported-names.ts';
import { can, type CapabilityHolder } from '#contract/capabilities.ts';
import { problems } from '#contract/problems.ts';
import { recordAudit } from '#server/records/audit.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import * as repository from './reported-skills.repository.ts';
import type { StoredReportedSkill } from './reported-skills.repository.ts';

export async function listReportedSkills(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
): Promise<ReportedSkill[]> {
  const today = getDay(clock.now().getTime(), actor.timeZone);
  const stored = await database.inCompany.read(actor.companyId, (tx) => repository.listReportedSkills(tx, { today }));
  return stored.map((reported) => toReportedSkill(reported, actor));
}

/** A company cannot take a name off its price: only the provider maps a priced one to another skill. */
const canMap = ({ isPriced }: StoredReportedSkill, actor: CapabilityHolder) =>
  !isPriced || can(actor, 'skills.set-prices');

const toReportedSkill = (stored: StoredReportedSkill, actor: CapabilityHolder): ReportedSkill => ({
  ...stored,
  canMap: canMap(stored, actor),
});

/** From then on all conversations reported under this name, past ones too, are shown under the skill. */
export function mapReportedSkill(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, skillId }: { id: string; skillId: string | null },
): Promise<ReportedSkill> {
  const now = clock.now();
  const today = getDay(now.getTime(), context.actor.timeZone);
  return database.inCompany(context.actor.companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'intake.manage');
    const before = await repository.lockReportedSkill(tx, id, today);
    if (!before) throw new Problem('record.not-found');
    if (skillId !== before.skillId && !canMap(before, context.actor)) throw new Problem('intake.skill-priced');
    await allowSkill(tx, before, skillId);
    await repository.mapReportedSkill(tx, { id, skillId });
    const after = await repository.getReportedSkill(tx, { id, today });
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      action: 'reportedSkills.map',
      entity: 'reportedSkill',
      entityId: id,
      entityLabel: before.name,
      before: { skillName: before.skillName, skillId: before.skillId },
      after: { skillName: after.skillName, skillId: after.skillId },
    });
    return toReportedSkill(after, context.actor);
  });
}

/** An unchanged mapping is allowed, also where its skill was deleted meanwhile. @throws Problem `intake.skill-unknown` */
async function allowSkill(tx: CompanyTransaction, before: StoredReportedSkill, skillId: string | null): Promise<void> {
  if (skillId === null || skillId === before.skillId || (await repository.isSkillAvailable(tx, skillId))) return;
  const { message } = problems['intake.skill-unknown'];
  throw new Problem('intake.skill-unknown', { fields: [{ path: 'skillId', message }] });
}
