import { isUuid } from '#contract/uuid.ts';
import type pg from 'pg';
import type { CopiedTable } from './catalogue.ts';

/** A table of a company, with the column that names it. */
export interface CompanyTable extends CopiedTable {
  readonly companyColumn: string;
}

/**
 * Every table that holds rows of companies, by PostgreSQL's own catalogue, so that a new table is never forgotten: those with
 * a column `company_id`, and the companies themselves.
 */
export async function listCompanyTables(client: pg.ClientBase): Promise<CompanyTable[]> {
  const { rows } = await client.query<CompanyTable>(
    `select n.nspname || '.' || c.relname as name, k.attname::text as "companyColumn",
        array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute k on k.attrelid = c.oid and not k.attisdropped
          and k.attname = case when c.oid = 'public.companies'::regclass then 'id' else 'company_id' end
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      order by name`,
  );
  return rows;
}

/** Lets the owner's transaction see the rows of one company, and those alone. */
export async function bindOwner(client: pg.ClientBase, companyId: string): Promise<void> {
  if (!isUuid(companyId)) throw new Error('A company is bound by its id, a UUID.');
  await client.query(`set local app.owner_company = '${companyId}'`);
}
