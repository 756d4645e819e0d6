import { unmappedId, unmappedName } from '#contract/analytics/conversations.ts';

/*
 * How the numbers of the ledger become what people read, as everywhere: what a name is mapped to, else the name as it
 * was reported, else nobody's. A deleted skill keeps its name.
 */

export const joinSkills = (number: string) => `
  left join reported_skills named on named.number = ${number}
  left join skills mapped on mapped.id = named.skill_id`;

export const skillFields = {
  id: `coalesce(mapped.id::text, named.id::text, '${unmappedId}')`,
  name: `coalesce(mapped.name, named.name, '${unmappedName}')`,
};

export const joinUsers = (number: string) => `
  left join reported_users person on person.number = ${number}
  left join users known on known.id = person.user_id`;

const hasReportedName = `(person.first_name <> '' or person.last_name <> '')`;

export const userFields = {
  firstName: `case when known.id is not null then known.first_name when ${hasReportedName} then person.first_name
    else coalesce(nullif(person.email, ''), '${unmappedName}') end`,
  lastName: `coalesce(known.last_name, person.last_name, '')`,
};
