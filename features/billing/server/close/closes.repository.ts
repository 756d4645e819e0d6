import { systemStatement } from '#server/sql/statement.ts';
import { boolean, integer, nullable, text, uuid } from '#server/sql/types.ts';

/** The customers after one of them, by name. */
export const listCustomers = systemStatement.list({
  text: `
    select id, name from companies
    where not is_provider
      and ($after::uuid is null or (lower(name), id) > (select lower(name), id from companies where id = $after))
    order by lower(name), id limit $limit`,
  params: { after: nullable(uuid), limit: integer },
  row: { id: uuid, name: text },
});

export const findCompany = systemStatement.find({
  text: 'select is_provider as "isProvider" from companies where id = $id',
  params: { id: uuid },
  row: { isProvider: boolean },
});
