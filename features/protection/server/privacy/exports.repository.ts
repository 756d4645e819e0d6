import { statement } from '#server/sql/statement.ts';
import { text, uuid } from '#server/sql/types.ts';

export const getCompanyName = statement.get({
  text: 'select id, name from companies where id = $companyId',
  row: { id: uuid, name: text },
});
