import type { Uses } from '#server/portal/portal.ts';
import { can } from '#contract/capabilities.ts';
import type { RangeQuery } from '#features/dashboard/contract/analytics.ts';
import type { LogViewCount } from '#features/conversation-log/contract/log-views.ts';
import { listFixedViews, mostCounted } from '#features/conversation-log/contract/view-values.ts';
import type { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import { resolveRange } from '#server/lib/calendar/ranges.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { resolveFilter, resolveTexts, type FilteredTexts } from '../log-filter.service.ts';
import { startSnapshot } from '../log-rows.repository.ts';
import { readFilters } from './stored-filters.ts';
import { listStoredViews } from './log-views.service.ts';
import { countUpToMost, findFloor } from './view-counts.repository.ts';

interface CountedView {
  readonly view: string;
  readonly query: LogQuery;
}

/** A masked text begins with a bracket; the texts that it stands for would have to be read from all conversations. */
const hasMasked = ({ failures = [], tools = [], failedTools = [], tags = [] }: LogQuery) =>
  [...failures, ...tools, ...failedTools, ...tags].some((text) => text.includes('['));

/**
 * How many conversations of the range each view lists for the actor. However many the company has, each statement looks at the
 * newest of the range alone, and stops where it has counted enough. Views by masked texts are left out.
 */
export async function listViewCounts(
  portal: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  { technicalUsers, ...asked }: RangeQuery,
): Promise<LogViewCount[]> {
  const { database, workers, clock } = portal;
  const { from, until } = resolveRange(asked, actor.timeZone, clock.now());
  const read = <Result>(work: (tx: CompanyTransaction) => Promise<Result>) =>
    database.inCompany.read(actor.companyId, work);
  const toQuery = (filters: LogQuery) => ({ ...filters, technicalUsers: technicalUsers === 'true' });
  const saved = await read((tx) => listStoredViews(tx, actor));
  const views: CountedView[] = [
    ...listFixedViews({ userId: actor.userId, mayReview: can(actor, 'transcripts.read-all') })
      .filter(({ key }) => key !== 'all')
      .map(({ key, filters }) => ({ view: key, query: toQuery(filters) })),
    ...saved
      .map(({ id, filters }) => ({ view: id, query: toQuery(readFilters(filters).filters) }))
      .filter(({ query }) => !hasMasked(query)),
  ];
  const texts = await Promise.all(views.map(({ query }) => resolveTexts(read, { workers, actor }, query)));
  return database.inCompany(actor.companyId, async (tx) => {
    const [, everything] = await Promise.all([
      startSnapshot(tx),
      resolveFilter(tx, actor, { query: toQuery({}), texts: noTexts }),
    ]);
    if (!everything) return views.map(({ view }) => ({ view, count: 0, isMore: false }));
    const { users, includesTechnical } = everything;
    const floor = await findFloor(tx, { from: new Date(from), until: new Date(until), users, includesTechnical });
    const since = floor ? floor.startedAt.getTime() + 1 : from;
    const range = { from: new Date(since), until: new Date(until) };
    const count = async ({ view, query }: CountedView, place: number): Promise<LogViewCount> => {
      const filter = await resolveFilter(tx, actor, { query, texts: texts[place] ?? noTexts });
      if (!filter) return { view, count: 0, isMore: false };
      const matches = await countUpToMost(tx, { ...filter, ...range });
      return {
        view,
        count: Math.min(matches.count, mostCounted),
        isMore: floor !== undefined || matches.count > mostCounted,
      };
    };
    return Promise.all(views.map(count));
  });
}

const noTexts: FilteredTexts = { failures: null, tools: null, failedTools: null, tags: null };
