import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { can } from '#contract/capabilities.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { paths } from '#web/paths.ts';
import { PaidFeatureNotice } from '#web/records/paid-feature-notice.tsx';
import { ListNeighbours } from '#web/records/record-neighbours.tsx';
import { recallListed } from '../listed-skills.ts';
import { BackLink } from '#web/records/back-link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SkillActions } from './skill-actions.tsx';
import { SkillConfigurations } from './skill-configurations.tsx';
import { SkillFacts, SkeletonFacts } from './skill-facts.tsx';
import { isOperatorAtHome, useCurrentUser } from '#web/api/current-user.ts';
import { isUnknownRecord } from '#web/api/record-queries.ts';
import { RecordNotFound } from '#web/records/record-form-page.tsx';
import { SkillOverview } from './skill-overview.tsx';
import { readSkillTab } from './skill-tab.ts';
import { SkillTabs } from './skill-tabs.tsx';
import { OwnCost } from '../prices/own-cost.tsx';
import { SkillPrices } from '../prices/skill-prices.tsx';
import { getSkillQuery } from '../skills.queries.ts';
import { useStoreSearch } from '../use-skills-navigation.ts';

/** `/skills/{id}` (section 2.5); an unknown id shows the not-found page. */
export function SkillPage() {
  const { id = '' } = useParams({ strict: false });
  const { data: skill, error } = useQuery(getSkillQuery(id));
  const navigate = useNavigate();
  // On the tab of before, with the way back to the list.
  const openNeighbour = (to: string) => void navigate({ to: paths.skill(to), search: true, state: true });
  if (isUnknownRecord(error)) return <RecordNotFound />;
  return (
    <>
      <PageHeader
        title={skill?.name ?? 'Skill'}
        eyebrow={<BackToStore />}
        actions={
          <>
            <ListNeighbours id={id} ids={recallListed()} one="skill" onOpen={openNeighbour} />
            {skill && <SkillActions skill={skill} />}
          </>
        }
      />
      <PaidFeatureNotice>its assistant cannot run this skill.</PaidFeatureNotice>
      {skill ? <SkillDetails key={id} skill={skill} /> : <SkeletonFacts />}
    </>
  );
}

function BackToStore() {
  return (
    <BackLink to={paths.skills()} search={useStoreSearch()}>
      Skill Store
    </BackLink>
  );
}

function SkillDetails({ skill }: { skill: Skill }) {
  const tab = readSkillTab(useSearch({ strict: false }));
  const user = useCurrentUser();
  return (
    <>
      <SkillFacts skill={skill} />
      <SkillTabs tab={tab}>
        {tab === 'overview' ? <SkillOverview skill={skill} /> : <SkillConfigurations skill={skill} />}
        {tab === 'overview' && can(user, 'skills.set-prices') && !isOperatorAtHome(user) && (
          <SkillPrices skill={skill} />
        )}
        {tab === 'overview' && !skill.isProvided && can(user, 'billing.read') && <OwnCost skill={skill} />}
      </SkillTabs>
    </>
  );
}
