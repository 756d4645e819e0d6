import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statementFamily } from '#server/sql/statement.ts';
import { integer, text } from '#server/sql/types.ts';
import {
  exampleSegments,
  toLedgerFields,
  toSegments,
  toSegmentValues,
  type ComparedRanges,
} from './rollup-segments.ts';
import { skillRequests } from './skill-requests.sql.ts';
import type { SkillRequests } from './stats.repository.ts';

const listSkillRequestsStatement = statementFamily(
  (segments) => ({
    text: `
      with ${skillRequests(segments)}
      select id, name, requests::bigint as requests, previous::bigint as previous, cost::bigint as cost
      from skill_requests where requests > 0 order by skill_requests.requests desc, name, id`,
    params: toLedgerFields(segments),
    row: { id: text, name: text, requests: integer, previous: integer, cost: integer },
  }),
  exampleSegments,
);

/** The skills with a billed request in the range, by requests. */
export function listSkillRequests(tx: CompanyTransaction, ranges: ComparedRanges): Promise<SkillRequests[]> {
  const segments = toSegments(ranges);
  return tx.list(listSkillRequestsStatement(segments), toSegmentValues(segments));
}
