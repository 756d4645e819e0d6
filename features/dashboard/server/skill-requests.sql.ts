import { joinSkills, skillFields } from '#domain/ledger/reported-names.sql.ts';
import { toCost } from '#domain/ledger/cost.sql.ts';
import { requestSums } from './range-sums.sql.ts';
import type { Segments } from './rollup-segments.ts';

/** `skill_requests`: requests and cost of each skill in a range and in the one before it. */
export const skillRequests = (segments: Segments): string => `${requestSums(segments)},
  priced_requests as (
    select ${skillFields.id} as id, ${skillFields.name} as name, price, sum(requests)::bigint as requests,
      sum(previous)::bigint as previous
    from request_sums ${joinSkills('request_sums.number')} group by 1, 2, 3),
  skill_requests as materialized (
    select id, name, sum(requests) as requests, sum(previous) as previous,
      sum(${toCost('requests', 'price')}) as cost, sum(${toCost('previous', 'price')}) as previous_cost
    from priced_requests group by 1, 2)`;
