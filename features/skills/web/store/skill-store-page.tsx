import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { can } from '#contract/capabilities.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { PaidFeatureNotice } from '#web/records/paid-feature-notice.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { PlusIcon } from '#web/ui/drawings/icons.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SkillStateBadge } from '../states/skill-state-badge.tsx';
import { SkillList } from './skill-list.tsx';
import { CardLink } from './card-link.tsx';
import cardStyles from '../skills.module.css';
import { SkillCard } from './skill-card.tsx';

const renderCard = (skill: Skill, search: string) => (
  <SkillCard
    skill={skill}
    search={search}
    status={skill.state && skill.state !== 'available' && <SkillStateBadge state={skill.state} />}
  >
    <CardLink skill={skill} label="Details" search={search} className={cardStyles.skillCardWhole} />
  </SkillCard>
);

/** `/skills` (section 2.5). */
export function SkillStorePage() {
  const user = useCurrentUser();
  const [isDownloading, setDownloading] = useState(false);
  return (
    <>
      <PageHeader
        title="Skill Store"
        purpose="Skills available for your assistant."
        actions={
          can(user, 'skills.manage') && (
            <Button leftSection={<PlusIcon size={18} />} onClick={() => setDownloading(true)}>
              Add new skill
            </Button>
          )
        }
      />
      <PaidFeatureNotice>its assistant cannot run any skill.</PaidFeatureNotice>
      <SkillList renderCard={renderCard} emptyAction={<Link to={paths.newSkill()}>Create a skill</Link>} />
      <DownloadDialog opened={isDownloading} onClose={() => setDownloading(false)} />
    </>
  );
}

interface DownloadDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Placeholder that 'Add new skill' opens for now (section 2.5). */
function DownloadDialog({ opened, onClose }: DownloadDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Add new skill">
      <p>Download All Skills: This functionality will be available soon.</p>
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
