import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getTopSkillsQuery } from '../analytics.queries.ts';
import { useAnalyticsScope } from '#web/records/range/use-analytics-scope.ts';
import { defineTopColumns, TopPage } from './top-page.tsx';
import { useLiveList } from './use-live-list.ts';

const columns = defineTopColumns('Skill', 'Conversations');

/** `/analytics/top-skills`: the whole list that the dashboard begins. */
export function TopSkillsPage() {
  const scope = useAnalyticsScope();
  const answer = useQuery(getTopSkillsQuery(scope.query));
  const { rows: listed, live } = useLiveList({ watch: 'watchTopSkills', query: scope.query, answer });
  const rows = useMemo(() => listed?.map(({ _id: id, name, total, rank }) => ({ id, name, total, rank })), [listed]);
  return (
    <TopPage
      title="Top skills"
      purpose={`Most used skills at ${scope.user.companyName}.`}
      caption="Skills by conversations"
      loadingLabel="Loading skills"
      empty={{ drawing: 'clock', text: 'No skills used in this period.' }}
      toFilter={({ id }) => ({ skills: id })}
      {...{ scope, answer, live, rows, columns }}
    />
  );
}
