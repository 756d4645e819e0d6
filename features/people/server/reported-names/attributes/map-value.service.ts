import { getToday } from '#domain/ledger/calendar/time-zone.repository.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { AttributeMapping, AttributeValue } from '#features/intake/contract/attribute-values.ts';
import { can } from '#contract/capabilities.ts';
import { problems } from '#contract/problems.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { resolveReportedSkills } from '#domain/ledger/reported-skills.ts';
import { resolveReportedUsers } from '#domain/ledger/reported-users.ts';
import type { Database } from '#server/database/open-database.ts';
import { toReportedName } from '#server/lib/attribute-values.ts';
import { toKeyedUser, toReportedSkill, toSkillKey } from '#server/lib/reported-names.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { isSkillAvailable, listReportedSkills, mapReportedSkill } from '../reported-skills.repository.ts';
import { lockUsers, mapReportedUser } from '../reported-users.repository.ts';
import * as repository from './attributes.repository.ts';
import type { StoredValue } from './attributes.repository.ts';
import { describeValues } from './attributes.service.ts';

type Mapping = AttributeMapping & { readonly id: string };

/**
 * Conversations with the value are reported under its name from now on. Like every reported name it can be mapped to another
 * skill or user later, which then applies to these conversations too.
 */
export async function mapAttributeValue(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  mapping: Mapping,
): Promise<AttributeValue> {
  const { actor } = context;
  const now = clock.now();
  const stored = await database.inCompany.read(actor.companyId, (tx) => repository.findValue(tx, { id: mapping.id }));
  if (!stored) throw new Problem('record.not-found');
  await createNames(database, actor.companyId, { stored, mapping, now });
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'intake.manage');
    const [before] = await describeValues(tx, [stored], { actor, now });
    if (!before) throw new Problem('record.not-found');
    allowMapping(actor, before, mapping);
    await mapSkill(tx, { stored, before, skillId: mapping.skillId, now });
    await mapUser(tx, { stored, before, userId: mapping.userId });
    const flags = {
      namesSkill: mapping.skillId !== null,
      namesUser: mapping.userId !== null,
      isBilled: mapping.billed,
    };
    await repository.updateValue(tx, { id: mapping.id, ...flags });
    const [after] = await describeValues(tx, [{ ...stored, ...flags }], { actor, now });
    if (!after) throw new Problem('record.not-found');
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      action: 'attributeValues.map',
      entity: 'mappedAttribute',
      entityId: mapping.id,
      entityLabel: toReportedName(stored),
      before: toAudited(before),
      after: toAudited(after),
    });
    return after;
  });
}

const toAudited = ({ skillName, userName, billed }: AttributeValue) => ({ skillName, userName, billed });

interface Naming {
  readonly stored: StoredValue;
  readonly mapping: Mapping;
  readonly now: Date;
}

/** In a transaction of its own, because the mapping that follows writes what is on the coordinator. */
async function createNames(database: Database, companyId: string, { stored, mapping, now }: Naming): Promise<void> {
  const name = toReportedName(stored);
  const skill = mapping.skillId === null ? undefined : toReportedSkill(name);
  if (!skill && mapping.userId === null) return;
  await database.withLedger(companyId, async (tx) => {
    if (skill) await resolveReportedSkills(tx, [skill], now);
    if (mapping.userId !== null) await resolveReportedUsers(tx, [toKeyedUser({ id: name })], now);
  });
}

/** Only the provider takes runs off their price. */
function allowMapping(actor: Actor, before: AttributeValue, { skillId, billed }: Mapping): void {
  if (skillId !== before.skillId && !before.canMap) throw new Problem('intake.skill-priced');
  if (billed === false && before.billed !== false && !can(actor, 'skills.set-prices')) {
    throw new Problem('intake.skill-priced');
  }
}

interface SkillMapping {
  readonly stored: StoredValue;
  readonly before: AttributeValue;
  readonly skillId: string | null;
  readonly now: Date;
}

/** @throws Problem `intake.skill-unknown` */
async function mapSkill(tx: CompanyTransaction, { stored, before, skillId, now }: SkillMapping): Promise<void> {
  if (skillId === null || skillId === before.skillId) return;
  if (!(await isSkillAvailable(tx, skillId))) {
    const { message } = problems['intake.skill-unknown'];
    throw new Problem('intake.skill-unknown', { fields: [{ path: 'skillId', message }] });
  }
  const key = toSkillKey(toReportedName(stored));
  const reported = (await listReportedSkills(tx, { today: await getToday(tx, now) })).find(
    ({ name }) => toSkillKey(name) === key,
  );
  if (!reported) throw new Problem('record.stale');
  await mapReportedSkill(tx, { id: reported.id, skillId });
}

interface UserMapping {
  readonly stored: StoredValue;
  readonly before: AttributeValue;
  readonly userId: string | null;
}

/** @throws Problem `intake.user-unknown` */
async function mapUser(tx: CompanyTransaction, { stored, before, userId }: UserMapping): Promise<void> {
  if (userId === null || userId === before.userId) return;
  const key = `id:${toReportedName(stored)}`;
  const [known] = await repository.listUsersByKey(tx, { keys: [key] });
  if (!known) throw new Problem('record.stale');
  const users = await lockUsers(tx, { ids: [...new Set([userId, ...(known.userId === null ? [] : [known.userId])])] });
  if (!users.some(({ id }) => id === userId)) {
    const { message } = problems['intake.user-unknown'];
    throw new Problem('intake.user-unknown', { fields: [{ path: 'userId', message }] });
  }
  if (known.userId !== userId) await mapReportedUser(tx, { number: known.number, userId });
}
