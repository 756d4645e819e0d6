import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import type { Range } from '../../lib/calendar/ranges.ts';
import { matchRow } from './log-counts.repository.ts';
import type { LogFilter } from './log-filter.repository.ts';
import { joinSkills, joinUsers, skillFields, userFields } from './reported-names.sql.ts';
import { Values } from './values.ts';

export interface LogRow {
  readonly id: string;
  readonly startedAt: Date;
  readonly skill: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly messages: number;
  readonly apiCalls: number;
  readonly status: number;
  readonly approvedAt: Date | null;
}

const columns = `c.id, c.started_at as "startedAt", c.messages, c.api_calls as "apiCalls", c.status,
        c.approved_at as "approvedAt", skill.name as skill, person."firstName", person."lastName"`;

const joinNames = `cross join lateral (select ${skillFields.name} as name from (values (1)) one (n)
        ${joinSkills('c.skill_number')}) skill
      cross join lateral (select ${userFields.firstName} as "firstName", ${userFields.lastName} as "lastName"
        from (values (1)) one (n) ${joinUsers('c.user_number')}) person`;

/** Where a page lies: in which stretches of time, newest first, and how many matches before it are in them. */
export interface PagePlace {
  readonly windows: readonly Range[];
  readonly offset: number;
  readonly limit: number;
}

/**
 * Finds the page in an index alone, window by window, and only then reads the rows of it. The bounds of all windows
 * together are there for the planner, which leaves out the other months.
 */
export async function readLogRows(tx: Transaction, filter: LogFilter, place: PagePlace): Promise<LogRow[]> {
  const { windows, offset, limit } = place;
  const values = new Values();
  const instants = (pick: (range: Range) => number) => values.add(windows.map((range) => toInstant(pick(range))));
  const froms = instants(({ from }) => from);
  const untils = instants(({ until }) => until);
  const least = values.add(toInstant(Math.min(...windows.map(({ from }) => from))));
  const bound = values.add(toInstant(Math.max(...windows.map(({ until }) => until))));
  const inBounds = (table: string) => `${table}.started_at >= ${least} and ${table}.started_at < ${bound}`;
  const { rows } = await toExecutor(tx).query<LogRow>({
    text: `with page as materialized (
        select found.started_at, found.id
        from unnest(${froms}::timestamptz[], ${untils}::timestamptz[]) as span (first, until)
        cross join lateral (
          select c.started_at, c.id from conversations c
          where ${inBounds('c')} and c.started_at >= span.first and c.started_at < span.until${matchRow(filter, values)}
          order by c.started_at desc, c.id desc limit ${values.add(offset + limit)}
        ) found
        order by found.started_at desc, found.id desc offset ${values.add(offset)} limit ${values.add(limit)})
      select ${columns}
      from page join conversations c on c.started_at = page.started_at and c.id = page.id and ${inBounds('c')}
      ${joinNames}
      order by c.started_at desc, c.id desc`,
    values: values.list,
  });
  return rows;
}

const toInstant = (instant: number) => new Date(instant).toISOString();

/** One conversation, found by the month in which it started. */
export async function findLogRow(tx: Transaction, id: string, includesTechnical: boolean): Promise<LogRow | undefined> {
  const { rows } = await toExecutor(tx).query<LogRow>({
    name: 'analytics log row',
    text: `select ${columns}
      from conversation_partitions s join conversations c on c.started_at = s.started_at and c.id = s.id
      ${joinNames}
      where s.id = $1 and ($2 or not c.technical)`,
    values: [id, includesTechnical],
  });
  return rows[0];
}
