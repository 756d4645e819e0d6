import { Link } from '@tanstack/react-router';
import type { Skill } from '#contract/skills/skills.ts';
import { settings } from '../../../lib/settings.ts';
import { paths } from '../../../paths.ts';
import { NewRecordLink } from '../../../records/new-record-link.tsx';
import { Dropdown, DropdownItem } from '../../../ui/dropdown.tsx';
import { MoreIcon } from '../../../ui/drawings/icons.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { StatusBadge } from '../../../ui/records/status-badge.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { CardLink } from '../store/card-link.tsx';
import { SkillCard } from '../store/skill-card.tsx';
import cardStyles from '../store/skill-card.module.css';
import { SkillList } from './skill-list.tsx';
import { toTabSearch } from '../detail/skill-tab.ts';
import { availableSoon } from '../skill-words.ts';

/** Menu items without a function (section 2.5). */
const stubs = ['Activate', 'Deactivate', 'Uninstall'];

/** Every skill is shown as active (section 3). */
const renderCard = (skill: Skill, search: string) => (
  <SkillCard skill={skill} search={search} status={<StatusBadge tone="green" label="Active" />}>
    <CardLink skill={skill} label="Details" search={search} />
    <CardLink skill={skill} label="Configurations" search={search} target={toTabSearch('configurations')} />
    <div className={cardStyles.menu}>
      <Dropdown label={`Options of ${skill.name}`} button={<MoreIcon />}>
        {stubs.map((stub) => (
          <DropdownItem key={stub} onSelect={() => showToast(availableSoon, 'info')}>
            {stub}
          </DropdownItem>
        ))}
      </Dropdown>
    </div>
  </SkillCard>
);

/** `/skills/management` (section 2.5). */
export function SkillManagementPage() {
  const { provider } = settings.brand;
  return (
    <>
      <PageHeader
        title="Skills management"
        purpose={`View, configure or create skills. Skills by ${provider} update automatically.`}
        actions={<NewRecordLink to={paths.newSkill()}>Create new Skill</NewRecordLink>}
      />
      <SkillList renderCard={renderCard} emptyAction={<Link to={paths.newSkill()}>Create a skill</Link>} />
    </>
  );
}
