import { readContents, quoteName, listForeignKeys, listForcedTables } from '../../database/copy/catalogue.ts';
import { withOwner } from '../../database/copy/owner-connection.ts';

/** Its rows say when a start of the portal last looked at them. */
const changedByStarts = 'pgboss.queue';

/** A digest of the rows of each table, whatever their order, beside what protects them. */
export function readWhole(ownerUrl: string) {
  return withOwner(ownerUrl, async (client) => {
    await client.query('begin read only; set local app.backup = on');
    const { tables, sequences, months } = await readContents(client);
    const rows: Record<string, string> = {};
    for (const { name } of tables.filter((table) => table.name !== changedByStarts)) {
      const { rows: digests } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '\n' order by t::text)), '') as digest
          from ${quoteName(name)} t`,
      );
      rows[name] = digests[0]?.digest ?? '';
    }
    const { rows: triggers } = await client.query<{ name: string; state: string }>(
      'select tgname as name, tgenabled as state from pg_trigger where not tgisinternal order by 1',
    );
    const [keys, forced] = [await listForeignKeys(client), await listForcedTables(client)];
    return { rows, sequences, months, triggers, keys, forced };
  });
}
