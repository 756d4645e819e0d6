import type pg from 'pg';
import type { ConversationChange } from '../ingest/apply-batches.ts';
import { toDeltas } from './roll-up-deltas.ts';
import type { Delta } from './roll-up-deltas.ts';
import { rollUps, sqlTypes } from './roll-ups.ts';
import type { RollUp } from './roll-ups.ts';
import { toBooleans, toDates, toIntegers, toSmallints } from '../../../sql/sql-arrays.ts';

type Executor = Pick<pg.PoolClient, 'query'>;

const encoders = {
  date: toDates,
  int2: toSmallints,
  int4: toIntegers,
  bool: (values: readonly number[]) => toBooleans(values.map(Boolean)),
};

const statements = new Map(rollUps.map((rollUp) => [rollUp.table, { ...toStatements(rollUp), rollUp }]));

function toStatements({ table, keys, sums }: RollUp) {
  const columns = [...keys, ...sums].join(', ');
  const types = [...keys.map((key) => sqlTypes[key]), ...sums.map(() => 'int4')];
  const arrays = types.map((type, index) => `$${index + 2}::${type}[]`).join(', ');
  return {
    upsert: `
      insert into ${table} as r (company_id, ${columns}) select $1, * from unnest(${arrays})
      on conflict (company_id, ${keys.join(', ')})
      do update set ${sums.map((sum) => `${sum} = r.${sum} + excluded.${sum}`).join(', ')}`,
    removeEmpty: `
      delete from ${table} r using unnest(${arrays}) as t(${columns})
      where r.company_id = $1 and ${keys.map((key) => `r.${key} = t.${key}`).join(' and ')}
        and ${sums.map((sum) => `r.${sum} = 0`).join(' and ')}`,
  };
}

/** Adds what the changes make of difference. Rows in which nothing is left are deleted. */
export async function changeRollUps(
  executor: Executor,
  companyId: string,
  changes: readonly ConversationChange[],
): Promise<void> {
  const writes = [...statements.values()].flatMap(({ rollUp, upsert, removeEmpty }) => {
    const deltas = toDeltas(rollUp, changes);
    const fewer = deltas.filter(({ conversations }) => conversations < 0);
    const send = (name: string, text: string, rows: readonly Delta[]) =>
      rows.length === 0
        ? []
        : [
            executor.query({
              name: `intake: ${name} ${rollUp.table}`,
              text,
              values: [companyId, ...toArrays(rollUp, rows)],
            }),
          ];
    return [...send('count', upsert, deltas), ...send('empty', removeEmpty, fewer)];
  });
  await Promise.all(writes);
}

function toArrays({ keys, sums }: RollUp, deltas: readonly Delta[]): Buffer[] {
  const ofKeys = keys.map((key, index) => {
    const encode = encoders[sqlTypes[key]];
    return encode(deltas.map((delta) => delta.keys[index] ?? 0));
  });
  return [...ofKeys, ...sums.map((_, index) => toIntegers(deltas.map((delta) => delta.sums[index] ?? 0)))];
}
