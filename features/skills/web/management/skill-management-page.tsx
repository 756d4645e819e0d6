import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { SkillCommand } from '#features/skills/contract/skill-states.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { settings } from '#web/lib/settings.ts';
import { paths } from '#web/paths.ts';
import { NewRecordLink } from '#web/records/new-record-link.tsx';
import { PaidFeatureNotice } from '#web/records/paid-feature-notice.tsx';
import { Dropdown, DropdownItem } from '#web/ui/dropdown.tsx';
import { MoreIcon } from '#web/ui/drawings/icons.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CardLink } from '../store/card-link.tsx';
import { SkillCard } from '../store/skill-card.tsx';
import { Block } from '#web/ui/layout/layout.tsx';
import { SkillStateBadge } from '../states/skill-state-badge.tsx';
import { commandLabels } from '../states/state-words.ts';
import { listSkillMenu, useSkillCommands } from '../states/use-skill-commands.tsx';
import { SkillList } from './skill-list.tsx';
import { toTabSearch } from '../detail/skill-tab.ts';

interface ManagedCardProps {
  skill: Skill;
  search: string;
  onCommand: (skill: Skill, command: SkillCommand) => void;
}

/** A skill with its state and its commands. */
function ManagedCard({ skill, search, onCommand }: ManagedCardProps) {
  return (
    <SkillCard skill={skill} search={search} status={skill.state && <SkillStateBadge state={skill.state} />}>
      <CardLink skill={skill} label="Details" search={search} />
      <CardLink skill={skill} label="Configurations" search={search} target={toTabSearch('configurations')} />
      <Block push>
        <Dropdown label={`Options of ${skill.name}`} button={<MoreIcon />}>
          {listSkillMenu(skill).map(({ command, reason }) => (
            <DropdownItem key={command} onSelect={() => onCommand(skill, command)} reason={reason}>
              {commandLabels[command]}
            </DropdownItem>
          ))}
        </Dropdown>
      </Block>
    </SkillCard>
  );
}

/** `/skills/management` (section 2.5). */
export function SkillManagementPage() {
  const { provider } = settings.brand;
  const { run, dialog } = useSkillCommands();
  const renderCard = useCallback(
    (skill: Skill, search: string) => <ManagedCard skill={skill} search={search} onCommand={run} />,
    // oxlint-disable-next-line react/exhaustive-deps -- what `run` calls is stable, and new cards would lose the open menu
    [],
  );
  return (
    <>
      <PageHeader
        title="Skills management"
        purpose={`View, configure or create skills. Skills by ${provider} update automatically.`}
        actions={<NewRecordLink to={paths.newSkill()}>Create new Skill</NewRecordLink>}
      />
      <PaidFeatureNotice>you cannot request or activate skills.</PaidFeatureNotice>
      <SkillList renderCard={renderCard} emptyAction={<Link to={paths.newSkill()}>Create a skill</Link>} />
      {dialog}
    </>
  );
}
