import { noSkillName, unknownUserName, unmappedId } from '#contract/conversations/conversations.ts';

/*
 * Ids and names of the skills and users behind the numbers of conversations and usage events: those of the mapped skill or
 * user, else those of the reported one, else `unmapped`. A deleted skill keeps its name; a deleted user leaves the
 * reported name.
 */

/** Joins `reported_skill` and `mapped_skill`; both are null for number 0. */
export const joinSkills = (number: string) => `
  left join reported_skills reported_skill
    on reported_skill.company_id = $companyId and reported_skill.number = ${number}
  left join skills mapped_skill
    on mapped_skill.id = reported_skill.skill_id and (mapped_skill.company_id = $companyId or mapped_skill.is_provided)`;

export const skillFields = {
  id: `coalesce(mapped_skill.id::text, reported_skill.id::text, '${unmappedId}')`,
  name: `coalesce(mapped_skill.name, reported_skill.name, '${noSkillName}')`,
};

/** Joins `reported_user` and `mapped_user`; both are null for number 0. */
export const joinUsers = (number: string) => `
  left join reported_users reported_user
    on reported_user.company_id = $companyId and reported_user.number = ${number}
  left join users mapped_user
    on mapped_user.company_id = $companyId and mapped_user.id = reported_user.user_id`;

export const userFields = {
  id: `coalesce(mapped_user.id::text, reported_user.id::text, '${unmappedId}')`,
  firstName: `case when mapped_user.id is not null then mapped_user.first_name
    when reported_user.first_name <> '' or reported_user.last_name <> '' then reported_user.first_name
    else coalesce(nullif(reported_user.email, ''), '${unknownUserName}') end`,
  lastName: `coalesce(mapped_user.last_name, reported_user.last_name, '')`,
  number: `coalesce(reported_user.number, 0)`,
  /** Whether the list of users has the person; also without a user. */
  isMapped: `(mapped_user.id is not null or reported_user.number is null)`,
};

/**
 * The same names for long lists: `mapped_skill`, with the name as `shown_name`, and `person`. Without `offset 0` PostgreSQL joins
 * the four tables and chooses the names for every row; with it, once for every number.
 */
export const joinNamesOnce = (skillNumber: string, userNumber: string) => `
  cross join lateral (
    select mapped_skill.id, mapped_skill.starts_active, ${skillFields.name} as shown_name
    from (select 1) one ${joinSkills(skillNumber)} offset 0) mapped_skill
  cross join lateral (
    select ${userFields.firstName} as first_name, ${userFields.lastName} as last_name, ${userFields.number} as number
    from (select 1) one ${joinUsers(userNumber)} offset 0) person`;
