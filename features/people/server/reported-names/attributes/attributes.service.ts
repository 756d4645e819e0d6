import { getToday } from '#domain/ledger/calendar/time-zone.repository.ts';
import type { Uses } from '#server/portal/portal.ts';
import {
  maxMappedAttributes,
  type AttributeForm,
  type AttributeValue,
  type MappedAttribute,
} from '#features/intake/contract/attribute-values.ts';
import { can, type CapabilityHolder } from '#contract/capabilities.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { toReportedName } from '#server/lib/attribute-values.ts';
import { toSkillKey } from '#server/lib/reported-names.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { listReportedSkills } from '../reported-skills.repository.ts';
import * as repository from './attributes.repository.ts';
import type { StoredValue } from './attributes.repository.ts';

export function listAttributes(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
): Promise<MappedAttribute[]> {
  return database.inCompany(actor.companyId, async (tx) => {
    const attributes = await repository.listAttributes(tx, {});
    const stored = await repository.listValues(tx, {});
    const values = await describeValues(tx, stored, { actor, now: clock.now() });
    return attributes.map(({ id, name }) => ({
      id,
      name,
      values: values.filter((_, index) => stored[index]?.attributeId === id),
    }));
  });
}

interface Reader {
  readonly actor: CapabilityHolder;
  readonly now: Date;
}

const unmappedSkill = { skillId: null, skillName: null, isPriced: false };
const unmappedUser = { userId: null, userName: null };

/** With what the names of mapped values are mapped to now, which the pages of reported names may have changed. */
export async function describeValues(
  tx: CompanyTransaction,
  stored: readonly StoredValue[],
  { actor, now }: Reader,
): Promise<AttributeValue[]> {
  const reported = stored.some(({ namesSkill }) => namesSkill)
    ? await listReportedSkills(tx, { today: await getToday(tx, now) })
    : [];
  const skills = new Map(reported.map((skill) => [toSkillKey(skill.name), skill]));
  const keys = stored.flatMap((value) => (value.namesUser ? [`id:${toReportedName(value)}`] : []));
  const users = new Map(
    keys.length === 0 ? [] : (await repository.listUsersByKey(tx, { keys })).map((user) => [user.key, user]),
  );
  return stored.map((value) => {
    const skill = value.namesSkill ? skills.get(toSkillKey(toReportedName(value))) : undefined;
    const user = value.namesUser ? users.get(`id:${toReportedName(value)}`) : undefined;
    const { skillId, skillName, isPriced } = skill ?? unmappedSkill;
    const { userId, userName } = user ?? unmappedUser;
    return {
      id: value.id,
      value: value.shown,
      seenAt: value.seenAt?.toISOString() ?? null,
      skillId,
      skillName,
      userId,
      userName,
      billed: value.isBilled,
      canMap: !isPriced || can(actor, 'skills.set-prices'),
    };
  });
}

/** @throws Problem `intake.attribute-limit`, `intake.attribute-known` */
export function createAttribute(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { name }: AttributeForm,
): Promise<MappedAttribute> {
  const now = clock.now();
  return database.inCompany(context.actor.companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'intake.manage');
    await repository.lockAttributes(tx, {});
    const { count } = await repository.countAttributes(tx, {});
    if (count >= maxMappedAttributes) throw new Problem('intake.attribute-limit');
    const created = await repository.createAttribute(tx, { name, now });
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      action: 'mappedAttributes.create',
      entity: 'mappedAttribute',
      entityId: created.id,
      entityLabel: name,
      before: null,
      after: { name },
    });
    return { ...created, values: [] };
  });
}

/** @throws Problem `intake.skill-priced` where one of its values has a price, and the caller is not the provider */
export function deleteAttribute(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<void> {
  const { actor } = context;
  const now = clock.now();
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'intake.manage');
    const attribute = await repository.lockAttribute(tx, { id });
    if (!attribute) throw new Problem('record.not-found');
    const values = (await repository.listValues(tx, {})).filter(({ attributeId }) => attributeId === id);
    const described = await describeValues(tx, values, { actor, now });
    if (described.some(({ canMap }) => !canMap)) throw new Problem('intake.skill-priced');
    await repository.deleteAttribute(tx, { id });
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      action: 'mappedAttributes.delete',
      entity: 'mappedAttribute',
      entityId: id,
      entityLabel: attribute.name,
      before: { name: attribute.name },
      after: null,
    });
  });
}
