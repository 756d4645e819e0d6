import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Skill } from '#features/skills/contract/skills.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { settings } from '#web/lib/settings.ts';
import { paths } from '#web/paths.ts';
import { ConfirmDelete } from '#web/ui/forms/confirm-delete.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Text } from '#web/ui/layout/layout.tsx';
import styles from '#web/ui/controls.module.css';
import { useDeleteSkill, useForgetSkill } from '../skills.queries.ts';

/** Edit and delete for users who may, or the note of a skill of the provider. */
export function SkillActions({ skill }: { skill: Skill }) {
  const [isDeleting, setDeleting] = useState(false);
  if (skill.canEdit === undefined) return null;
  if (!skill.canEdit) return <Text size="sm" tone="faint">{`Provided by ${settings.brand.provider}`}</Text>;
  return (
    <>
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link {...props} to={paths.editSkill(skill._id)} state={(now) => ({ ...now, skillEditedHere: true })} />
        )}
      >
        Edit skill
      </Button>
      <Button variant="default" className={styles.danger} onClick={() => setDeleting(true)}>
        Delete skill
      </Button>
      <DeleteSkill skill={skill} opened={isDeleting} onClose={() => setDeleting(false)} />
    </>
  );
}

interface DeleteSkillProps {
  skill: Skill;
  opened: boolean;
  onClose: () => void;
}

/** Deletes after the word DELETE, reports in the toast and goes to the store (section 2.5). */
function DeleteSkill({ skill, opened, onClose }: DeleteSkillProps) {
  const navigate = useNavigate();
  const deleteSkill = useDeleteSkill();
  const forgetSkill = useForgetSkill();
  const { _id, name, version } = skill;

  async function confirm() {
    try {
      await deleteSkill.mutateAsync({ params: { _id }, body: version === undefined ? {} : { version } });
    } catch (error) {
      showToast(toErrorWords(error), 'error');
      throw error;
    }
    showToast('The skill has been deleted.');
    // Replaced, because the page of a deleted skill does not exist.
    await navigate({ to: paths.skills(), replace: true });
    forgetSkill(_id);
  }

  return <ConfirmDelete opened={opened} onClose={onClose} what="skill" names={[name]} onConfirm={confirm} />;
}
