import { expect, test } from 'vitest';
import { findDatabaseTimes } from './find-database-times.ts';

const columns = new Map([['users', ['created_at', 'updated_at']]]);

test.each([
  { text: 'select 1 where $1 < now()', found: ['now()'] },
  { text: 'select current_timestamp', found: ['a time of PostgreSQL'] },
  { text: 'insert into users (name, created_at) values ($1, $2)', found: ['users.updated_at'] },
  { text: 'insert into users (created_at, updated_at) values ($1, now())', found: ['now()'] },
  { text: 'with a as (insert into users (name) select $1) select 1', found: ['users.created_at', 'users.updated_at'] },
  { text: 'insert into users (created_at, updated_at) values ($1, $1)', found: [] },
  { text: 'insert into files (key) values ($1)', found: [] },
])('$text takes $found from PostgreSQL', async ({ text, found }) => {
  expect(await findDatabaseTimes(text, columns)).toEqual(found);
});
