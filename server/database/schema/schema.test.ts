import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, inject, test } from 'vitest';
import { withDatabase } from '../connection/connection.ts';
import { runAsOwner } from '../testing/test-server.ts';

const files = readdirSync(import.meta.dirname).filter((name) => !/^columns|\.test\.ts$/.test(name));
const modules: object[] = await Promise.all(files.map((name) => import(join(import.meta.dirname, name))));
const tables = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable));

test.each(tables.map((table) => [getTableConfig(table).name, table]))(
  '%s is defined as the migrations made it',
  async (name, table) => {
    const { ownerUrl, template } = inject('testServer');
    const { rows } = await runAsOwner(
      withDatabase(ownerUrl, template),
      `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "notNull",
        (atthasdef or attidentity <> '') as "hasDefault"
      from pg_attribute where attrelid = '${name}'::regclass and attnum > 0 and not attisdropped`,
    );
    const defined = getTableConfig(table).columns.map((column) => ({
      name: column.name,
      type: column.getSQLType().replace(/^timestamp \(3\)/, 'timestamp(3)'),
      notNull: column.notNull,
      hasDefault: column.hasDefault || column.generatedIdentity !== undefined,
    }));
    expect(defined.toSorted(byName)).toEqual(rows.toSorted(byName));
  },
);

function byName(one: { name: string }, other: { name: string }) {
  return one.name.localeCompare(other.name);
}
