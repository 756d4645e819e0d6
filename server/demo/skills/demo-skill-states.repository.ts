import { insertValues } from '../../sql/columns.ts';
import type { SystemTransaction } from '../../sql/sql.ts';
import { systemStatement } from '../../sql/statement.ts';
import { array, instant, nullable, text, uuid } from '../../sql/types.ts';
import { demoStates, type DemoSkillState } from './demo-skill-states.ts';

const activateStatement = systemStatement({
  text: `
    insert into company_skills (company_id, skill_id, state, updated_at)
    select $companyId, id, 'active', $now from skills
    where (is_provided or company_id = $companyId) and name <> all($except::text[])
    returning skill_id as "skillId"`,
  params: { companyId: uuid, except: array(text), now: instant },
  row: { skillId: uuid },
});

const createStateStatement = systemStatement({
  text: `
    insert into company_skills (company_id, skill_id, state, reviewer_email, integration_id, updated_at)
    select $companyId, $skillId, $state, $reviewerEmail,
      (select id from integrations where company_id = $companyId and unique_id = $backend), $now
    returning skill_id as "skillId"`,
  params: {
    companyId: uuid,
    skillId: uuid,
    state: text,
    reviewerEmail: nullable(text),
    backend: nullable(text),
    now: instant,
  },
  row: { skillId: uuid },
});

const findSkillStatement = systemStatement({
  text: `
    select id from skills where (company_id = $companyId or is_provided) and name = $name and deleted_at is null`,
  params: { companyId: uuid, name: text },
  row: { id: uuid },
});

const change = {
  companyId: uuid,
  skillId: uuid,
  transition: text,
  fromState: text,
  toState: text,
  reason: nullable(text),
  actorName: text,
  actorEmail: text,
  changedAt: instant,
};
const createChangeStatement = systemStatement({
  text: `insert into skill_state_changes ${insertValues(change)}`,
  params: change,
});

interface Seeding {
  /** By the name of the company. */
  readonly companyIds: ReadonlyMap<string, string>;
  /** By e-mail. */
  readonly names: ReadonlyMap<string, string>;
  readonly now: Date;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The states of the skills of the demo's customers, with histories. */
export async function createDemoStates(tx: SystemTransaction, { companyIds, names, now }: Seeding): Promise<void> {
  for (const { companyName, unused, skills } of demoStates) {
    const companyId = companyIds.get(companyName) ?? '';
    const except = [...unused, ...skills.map(({ skillName }) => skillName)];
    await tx.run(activateStatement, { companyId, except, now });
    for (const skill of skills) await createDemoState(tx, { companyId, skill, names, now });
  }
}

interface OneState extends Omit<Seeding, 'companyIds'> {
  readonly companyId: string;
  readonly skill: DemoSkillState;
}

async function createDemoState(tx: SystemTransaction, { companyId, skill, names, now }: OneState): Promise<void> {
  const { skillName, state, reviewerEmail = null, backend = null, changes } = skill;
  const found = await tx.find(findSkillStatement, { companyId, name: skillName });
  if (!found) throw new Error(`the demo names an unknown skill ${skillName}`);
  const skillId = found.id;
  await tx.run(createStateStatement, { companyId, skillId, state, reviewerEmail, backend, now });
  for (const { daysAgo, transition, from, to, reason, actorEmail } of changes) {
    await tx.run(createChangeStatement, {
      companyId,
      skillId,
      transition,
      fromState: from,
      toState: to,
      reason,
      actorName: names.get(actorEmail) ?? '',
      actorEmail,
      changedAt: new Date(now.getTime() - daysAgo * dayMs),
    });
  }
}
