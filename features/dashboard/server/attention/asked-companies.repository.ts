import { statement, systemStatement } from '#server/sql/statement.ts';
import { boolean, instant, integer, nullable, text, uuid } from '#server/sql/types.ts';

/** The next active companies in which the provider is asked for, by name. */
export const listAskedCompanies = systemStatement.list({
  text: `
    select id, name, time_zone as "timeZone"
    from companies
    where status = 'active' and not is_provider and (suspended_from is null or suspended_from > $now) and company_is_proven(id)
      and ($after::uuid is null or (name, id) > (select c.name, c.id from companies c where c.id = $after))
    order by name, id limit $most`,
  params: { now: instant, after: nullable(uuid), most: integer },
  row: { id: uuid, name: text, timeZone: text },
});

/** Whether a report with the list is sent to a user. */
export const findMailedAttention = statement.get({
  name: 'attention.mailed',
  text: `
    select exists (
      select from mail_reports
      where company_id = $companyId and user_id = $userId and is_enabled and 'attention' = any(parts)) as "isMailed"`,
  params: { userId: uuid },
  row: { isMailed: boolean },
});
