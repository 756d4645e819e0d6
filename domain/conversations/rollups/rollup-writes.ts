import { rowArrays, type ArrayColumn } from '#server/sql/row-arrays.ts';
import { statement } from '#server/sql/statement.ts';

interface RollupTable<Value> {
  readonly table: string;
  /** In the order of its primary key. */
  readonly keys: readonly string[];
  readonly sums: readonly string[];
  /** A column of bits that `add` sets; the column `<bits>_writes` counts its writes. */
  readonly bits?: string;
  /** How the keys and sums are sent, and the bits. */
  readonly columns: Readonly<Record<string, ArrayColumn<Value>>>;
}

/** The statements that add differences to a roll-up, and that delete its rows in which nothing is left. */
export function declareRollupWrites<Value>({ table, keys, sums, bits, columns }: RollupTable<Value>) {
  const arrays = rowArrays(columns);
  const changes = [
    ...sums.map((sum) => `${sum} = r.${sum} + excluded.${sum}`),
    ...(bits === undefined ? [] : [`${bits} = r.${bits} | excluded.${bits}`, `${bits}_writes = r.${bits}_writes + 1`]),
  ];
  return {
    encode: arrays.encode,
    add: statement({
      name: `rollups.add-${table}`,
      text: `
        insert into ${table} as r (company_id, ${arrays.names}) select $companyId, t.* from ${arrays.rows}
        on conflict (company_id, ${keys.join(', ')})
        do update set ${changes.join(', ')}`,
      params: arrays.params,
    }),
    deleteEmpty: statement({
      name: `rollups.delete-empty-${table}`,
      text: `
        delete from ${table} r using ${arrays.rows}
        where r.company_id = $companyId and ${keys.map((key) => `r.${key} = t.${key}`).join(' and ')}
          and ${sums.map((sum) => `r.${sum} = 0`).join(' and ')}`,
      params: arrays.params,
    }),
  };
}
