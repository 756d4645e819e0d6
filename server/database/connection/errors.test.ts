import { expect, inject, test } from 'vitest';
import { runAsOwner } from '../testing/test-server.ts';
import { withDatabase } from './connection.ts';
import { constraintProblems } from './errors.ts';

test('every constraint with a problem code exists in the migrated database', async () => {
  const { ownerUrl, template } = inject('testServer');
  const { rows } = await runAsOwner(
    withDatabase(ownerUrl, template),
    `select conname as name from pg_constraint
      union select relname from pg_class where relkind = 'i'
      union select (regexp_matches(prosrc, 'constraint = ''(\\w+)'''))[1] from pg_proc`,
  );
  const names = new Set(rows.map(({ name }: { name: string }) => name));
  expect(Object.keys(constraintProblems).filter((name) => !names.has(name))).toEqual([]);
});
