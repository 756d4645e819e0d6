import { formatShortDay } from '#contract/calendar/formats.ts';
import { dayMs, getOffsetMs } from '#contract/calendar/zones.ts';
import type { Database } from '../database/open-database.ts';
import { systemStatement } from '../sql/statement.ts';
import { instant, json, nullable, text } from '../sql/types.ts';

/** Days that are compared: laws that change the clocks are known for no longer. */
const comparedDays = 731;

interface ZoneOffsets {
  readonly zone: string;
  /** Seconds ahead of UTC at noon of each day; null for a zone that the database does not know. */
  readonly offsets: readonly number[] | null;
}

const listOffsets = systemStatement.list({
  text: `
    select used.zone,
      case when n.name is not null then (
        select json_agg(extract(epoch from (noon at time zone n.name) - (noon at time zone 'UTC'))::integer order by noon)
        from generate_series($from::timestamptz, $from::timestamptz + interval '${comparedDays - 1} days', interval '1 day') noon)
      end as offsets
    from (
      select distinct part as zone from companies, string_to_table(time_zone, ' ') with ordinality as parts (part, place)
      where place % 2 = 1) used
    left join pg_timezone_names n on n.name = used.zone
    order by 1`,
  params: { from: instant },
  row: { zone: text, offsets: nullable(json<readonly number[]>()) },
});

/** Warns of zones of companies whose clocks the database and the program do not change alike in the next two years. */
export async function compareZones(database: Pick<Database, 'inSystem'>, now: Date): Promise<string | undefined> {
  const from = Math.floor(now.getTime() / dayMs) * dayMs + dayMs / 2;
  const zones = await database.inSystem('operations.get', (tx) => listOffsets(tx, { from: new Date(from) }));
  return describeDifferences(zones, from);
}

/** @param from noon of the first day, in milliseconds */
export function describeDifferences(zones: readonly ZoneOffsets[], from: number): string | undefined {
  const differing = zones.flatMap(({ zone, offsets }) => {
    if (offsets === null) return `${zone} is not known to the database`;
    const place = offsets.findIndex((seconds, day) => seconds * 1000 !== getOffsetMs(from + day * dayMs, zone));
    if (place < 0) return [];
    return `${zone} from ${formatShortDay(new Date(from + place * dayMs).toISOString().slice(0, 10))}`;
  });
  if (differing.length === 0) return undefined;
  return `The database and the portal do not have the same time zones: ${differing.join(', ')}. Days and months of companies there can begin at different times in both: update PostgreSQL and its time zone data, or the portal.`;
}
