import type pg from 'pg';
import type { LocalTime } from '../conversations/conversation.ts';
import { toInstants } from '../../../sql/sql-arrays.ts';

/** Clocks change at whole quarters of an hour everywhere, so that all of one quarter has the same day and hour. */
const quarterMs = 15 * 60 * 1000;

const text = `
  select extract(epoch from t.instant)::int8 / 900 as quarter,
    (t.instant at time zone $2)::date - date '2000-01-01' as day, extract(hour from t.instant at time zone $2)::int4 as hour
  from unnest($1::timestamptz[]) as t(instant)`;

/** Days and hours of instants in a zone, asked of the database so that it can be asked the same again. */
export async function findLocalTimes(
  executor: Pick<pg.PoolClient, 'query'>,
  instants: Iterable<number>,
  timeZone: string,
): Promise<(instant: number) => LocalTime> {
  const toQuarter = (instant: number) => Math.floor(instant / quarterMs);
  const quarters = [...new Set(Array.from(instants, toQuarter))];
  const values = [toInstants(quarters.map((quarter) => quarter * quarterMs)), timeZone];
  type Row = { quarter: string; day: number; hour: number };
  const { rows } = await executor.query<Row>({ name: 'intake: local times', text, values });
  const times = new Map(rows.map(({ quarter, day, hour }) => [Number(quarter), { day, hour }]));
  return (instant) => {
    const time = times.get(toQuarter(instant));
    if (!time) throw new Error('The local time of this instant was not asked for.');
    return time;
  };
}
