import { expect, test } from 'vitest';
import { findUnboundTables } from './find-unbound-tables.ts';

const columns = new Map([
  ['companies', 'id'],
  ['users', 'company_id'],
  ['skills', 'company_id'],
]);
const find = (text: string) => findUnboundTables(text, columns, 1);

test.each([
  'select id from users where company_id = $1 and id = $2',
  'select u.id from users u join skills s on s.company_id = u.company_id where u.company_id = $1::uuid',
  'select c.name from companies c join users u on u.company_id = c.id where c.id = $1',
  'select s.id from skills s where s.company_id = $1 or s.is_provided',
  'with mine as (select company_id from users where company_id = $1) select from skills s join mine on mine.company_id = s.company_id',
  'select from users u where u.company_id = $1 and exists (select from skills s where s.company_id = u.company_id)',
  'update users set email = $2 where company_id = $1',
  'update users u set email = t.email from unnest($2::text[]) as t (email) where u.company_id = $1',
  'delete from users where company_id = $1 and id = any($2)',
  'insert into users (company_id, id) values ($1, $2)',
  'insert into users (company_id, id) select $1, s.id from skills s where s.company_id = $1',
  'select id from users where company_id = $1 union all select id from skills where company_id = $1',
  'select from users join skills using (company_id) where users.company_id = $1',
])('%s names its company', async (text) => {
  expect(await find(text)).toEqual([]);
});

test.each([
  ['select id from users where id = $2', ['users']],
  ['select id from users where company_id = $2', ['users']],
  ['select u.id from users u join skills s on s.id = u.id where u.company_id = $1', ['s']],
  ['select from users u where u.company_id = $1 and exists (select from skills s where s.id = u.id)', ['s']],
  ['with mine as (select id from users) select from mine', ['users']],
  ['select id from users where company_id = $1 union all select id from skills', ['skills']],
  ['update users set email = $2', ['users']],
  ['insert into users (id) values ($2)', ['users']],
  ['insert into users (company_id, id) select $1, s.id from skills s', ['s']],
])('%s leaves %j without a company', async (text, unbound) => {
  expect(await find(text)).toEqual(unbound);
});
