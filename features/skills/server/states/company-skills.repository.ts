import type { SkillState, SkillTransition } from '#features/skills/contract/skill-states.ts';
import { joinCompanySkill, skillState } from '#server/records/skill-state.sql.ts';
import { insertValues } from '#server/sql/columns.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import {
  boolean,
  instant,
  integer,
  nullable,
  text,
  textOf,
  uuid,
  type ParamsOf,
  type RowOf,
} from '#server/sql/types.ts';
import { skillRow } from '../stored-skill.ts';

const state = textOf<SkillState>();

/** Fields that the form of the configuration sets. */
const configuration = {
  asksApproval: boolean,
  reviewerEmail: nullable(text),
  notifiesUser: boolean,
  notifiesApprover: boolean,
  integrationId: nullable(uuid),
  installedTransportKey: nullable(text),
};
export type SkillConfiguration = RowOf<typeof configuration>;

const companySkill = {
  id: uuid,
  name: text,
  description: text,
  serviceProvider: skillRow.serviceProvider,
  domainKnowledge: skillRow.domainKnowledge,
  workflowApproval: boolean,
  isOwn: boolean,
  isProvided: boolean,
  /** The company that keeps the transport file. */
  makerId: uuid,
  transportKey: nullable(text),
  transportName: nullable(text),
  transportBytes: nullable(integer),
  state,
  ...configuration,
  version: integer,
};

/** A skill as this company has it. */
export type StoredCompanySkill = RowOf<typeof companySkill>;

export const findCompanySkill = statement.find({
  text: `
    select s.id, s.name, s.description, s.service_provider as "serviceProvider", s.domain_knowledge as "domainKnowledge",
      s.workflow_approval as "workflowApproval", s.company_id = $companyId as "isOwn", s.is_provided as "isProvided",
      s.company_id as "makerId", s.transport_key as "transportKey", s.transport_name as "transportName",
      s.transport_bytes as "transportBytes", ${skillState} as state,
      coalesce(c.asks_approval, false) as "asksApproval", c.reviewer_email as "reviewerEmail",
      coalesce(c.notifies_user, false) as "notifiesUser", coalesce(c.notifies_approver, false) as "notifiesApprover",
      i.id as "integrationId", c.installed_transport_key as "installedTransportKey", coalesce(c.version, 1) as version
    from skills s
    ${joinCompanySkill}
    left join integrations i on i.company_id = $companyId and i.id = c.integration_id
    where (s.company_id = $companyId or s.is_provided) and s.deleted_at is null and s.id = $id`,
  params: { id: uuid },
  row: companySkill,
});

const createCompanySkillStatement = statement({
  text: `
    insert into company_skills (company_id, skill_id, state, updated_at)
    select $companyId, s.id, ${skillState}, $now from skills s ${joinCompanySkill}
    where (s.company_id = $companyId or s.is_provided) and s.deleted_at is null and s.id = $id
    on conflict (company_id, skill_id) do nothing`,
  params: { id: uuid, now: instant },
});

const lockCompanySkillStatement = statement({
  text: 'select from company_skills where company_id = $companyId and skill_id = $id for update',
  params: { id: uuid },
});

/** Locks the company's row of a skill until the transaction ends; creates it, where the skill is in the store. */
export async function lockCompanySkill(
  tx: CompanyTransaction,
  id: string,
  now: Date,
): Promise<StoredCompanySkill | undefined> {
  await tx.run(createCompanySkillStatement, { id, now });
  await tx.run(lockCompanySkillStatement, { id });
  return findCompanySkill(tx, { id });
}

export const updateConfiguration = statement.run({
  text: `
    update company_skills set asks_approval = $asksApproval, reviewer_email = $reviewerEmail,
      notifies_user = $notifiesUser, notifies_approver = $notifiesApprover, integration_id = $integrationId,
      installed_transport_key = $installedTransportKey, version = version + 1, updated_at = $now
    where company_id = $companyId and skill_id = $id`,
  params: { ...configuration, id: uuid, now: instant },
});

/**
 * The version is that of the configuration: it changes where the skill is uninstalled, which forgets the confirmed
 * transport file.
 */
export const updateState = statement.run({
  text: `
    update company_skills set state = $state, updated_at = $now,
      installed_transport_key = case when $state <> 'uninstalled' then installed_transport_key end,
      version = version + case when $state = 'uninstalled' then 1 else 0 end
    where company_id = $companyId and skill_id = $id`,
  params: { id: uuid, state, now: instant },
});

const stateChange = {
  skillId: uuid,
  transition: textOf<SkillTransition>(),
  fromState: state,
  toState: state,
  reason: nullable(text),
  actorName: text,
  actorEmail: text,
  changedAt: instant,
};
export type NewStateChange = ParamsOf<typeof stateChange>;

export const createStateChange = statement.run({
  text: `insert into skill_state_changes ${insertValues(stateChange)}`,
  params: stateChange,
});

/** The latest fifty changes of a skill, newest first. */
export const listStateChanges = statement.list({
  text: `
    select skill_id as "skillId", transition, from_state as "fromState", to_state as "toState", reason,
      actor_name as "actorName", actor_email as "actorEmail", changed_at as "changedAt"
    from skill_state_changes where company_id = $companyId and skill_id = $id
    order by changed_at desc, number desc limit 50`,
  params: { id: uuid },
  row: stateChange,
});

/** Finds provider and category of an integration of the company, active or not. */
export const findIntegrationKind = statement.find({
  text: 'select provider, category from integrations where company_id = $companyId and id = $id',
  params: { id: uuid },
  row: { provider: text, category: text },
});
