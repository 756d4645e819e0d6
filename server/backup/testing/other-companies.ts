import { quoteColumns, quoteName } from '../../database/copy/catalogue.ts';
import { listCompanyTables } from '../../database/copy/company-tables.ts';
import { withOwner } from '../../database/copy/owner-connection.ts';

/** Number and digest of the rows of each table, for one company or for all others, whatever their order. */
export function readCompanyRows(ownerUrl: string, which: '=' | '<>', companyIds: readonly string[]) {
  return withOwner(ownerUrl, async (client) => {
    await client.query('begin read only; set local app.backup = on');
    const rows: Record<string, string> = {};
    for (const { name, companyColumn } of await listCompanyTables(client)) {
      const condition = `${quoteColumns([companyColumn])} ${which === '=' ? '= any' : '<> all'} ($1)`;
      const { rows: digests } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '\n' order by t::text)), '') as digest
          from ${quoteName(name)} t where ${condition}`,
        [companyIds],
      );
      rows[name] = digests[0]?.digest ?? '';
    }
    return rows;
  });
}
