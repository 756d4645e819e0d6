import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { runAsOwner } from '../testing/test-server.ts';
import { constraintProblems } from './errors.ts';

test('every constraint with a problem code exists in the migrated database', async () => {
  const { ownerUrl, drop } = await createTestDatabase(inject('testServer').template);
  const { rows } = await runAsOwner(
    ownerUrl,
    `select conname as name from pg_constraint
      union select relname from pg_class where relkind = 'i'
      union select (regexp_matches(prosrc, 'constraint = ''(\\w+)'''))[1] from pg_proc`,
  );
  await drop();
  const names = new Set(rows.map(({ name }: { name: string }) => name));
  expect(Object.keys(constraintProblems).filter((name) => !names.has(name))).toEqual([]);
});
