import { exampleSkill } from '#features/intake/contract/example-skill.ts';
import type { AttentionSource } from '#server/records/attention-source.ts';
import type { FirstStepSource } from '#server/records/first-step-source.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, instant, integer, text } from '#server/sql/types.ts';

const findUnmapped = statement.find({
  name: 'attention.unmapped',
  text: `
    select r.name, (count(*) over ())::integer as count
    from reported_skills r
    left join (
      select skill_number, sum(conversations) as total from skill_monthly_stats
      where company_id = $companyId group by skill_number
    ) m on m.skill_number = r.number
    where r.company_id = $companyId and r.skill_id is null and r.name <> $example
    order by m.total desc nulls last, r.name_key, r.id limit 1`,
  params: { example: text },
  row: { name: text, count: integer },
});

export const findUnmappedSkills: AttentionSource<'unmappedSkills'> = async (tx) =>
  (await findUnmapped(tx, { example: exampleSkill })) ?? null;

/** For so long an invitation is no reason to ask. */
const patienceMs = 3 * 24 * 60 * 60_000;

/* Those whose status in the list of users is Invited; one who was invited long ago makes the line. */
const findInvited = statement.find({
  name: 'attention.invited',
  text: `
    select count(*)::integer as count, min(u.created_at) as since
    from users u left join user_sign_ins s on s.company_id = $companyId and s.user_id = u.id
    where u.company_id = $companyId and u.deactivated_at is null and s.last_sign_in_at is null
    having min(u.created_at) <= $before`,
  params: { before: instant },
  row: { count: integer, since: instant },
});

export const findWaitingInvitations: AttentionSource<'waitingInvitations'> = async (tx, { now }) => {
  const invited = await findInvited(tx, { before: new Date(now.getTime() - patienceMs) });
  return invited ? { count: invited.count, since: invited.since.toISOString() } : null;
};

const getColleagues = statement.get({
  name: 'first-steps.colleagues',
  text: `
    select (select count(*) from (select from users where company_id = $companyId limit 2) few) > 1 as "hasColleagues"`,
  row: { hasColleagues: boolean },
});

/** Someone was added to the person who signed up. */
export const hasColleagues: FirstStepSource = async (tx) => (await getColleagues(tx)).hasColleagues;
