import { unmappedId, unmappedName } from '#contract/analytics/conversations.ts';

/*
 * How numbers become what people read, the same in every answer. `reported_users` and `reported_skills` are joined as
 * `named`, what they are mapped to as `mapped`. A deleted skill keeps its name; a deleted user leaves the one that the
 * assistant reported.
 */

export const joinUsers = (number: string) => `
  left join reported_users named on named.number = ${number}
  left join users mapped on mapped.id = named.user_id`;

const hasReportedName = `(named.first_name <> '' or named.last_name <> '')`;

export const userFields = {
  id: `coalesce(mapped.id::text, named.id::text, '${unmappedId}')`,
  firstName: `case when mapped.id is not null then mapped.first_name when ${hasReportedName} then named.first_name
    else coalesce(nullif(named.email, ''), '${unmappedName}') end`,
  lastName: `coalesce(mapped.last_name, named.last_name, '')`,
};

export const joinSkills = (number: string) => `
  left join reported_skills named on named.number = ${number}
  left join skills mapped on mapped.id = named.skill_id`;

export const skillFields = {
  id: `coalesce(mapped.id::text, named.id::text, '${unmappedId}')`,
  name: `coalesce(mapped.name, named.name, '${unmappedName}')`,
};
