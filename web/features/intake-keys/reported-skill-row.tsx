import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import type { ReportedSkill } from '#contract/intake/intake-keys.ts';
import type { SkillOption } from '#contract/skills/skills.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { focusHeading } from '../../lib/focus-heading.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import styles from './intake-keys-page.module.css';
import { useMapSkill } from './intake-keys.queries.ts';

interface ReportedSkillRowProps {
  reported: ReportedSkill;
  skills: readonly SkillOption[];
}

/** Saved by a button: the arrow keys pass through a choice's options, and each would count for past conversations. */
export function ReportedSkillRow({ reported, skills }: ReportedSkillRowProps) {
  const { id, name, skillId, conversations } = reported;
  const [chosen, setChosen] = useState<string>();
  const mapSkill = useMapSkill();
  const value = chosen ?? skillId ?? '';
  const isChanged = value !== (skillId ?? '');

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isChanged || mapSkill.isPending) return;
    const select = event.currentTarget.querySelector('select');
    try {
      const { skillName } = await mapSkill.mutateAsync({ params: { id }, body: { skillId: value || null } });
      setChosen(undefined);
      if (select?.isConnected) select.focus();
      else focusHeading();
      showToast(skillName === null ? `${name} stands for no skill now.` : `${name} stands for ${skillName} now.`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }

  return (
    <tr>
      <td data-wrap="anywhere">
        <span className={styles.name}>{name}</span>
      </td>
      <td data-align="end">{conversations.toLocaleString('en')}</td>
      <td>
        <form className={styles.mapping} onSubmit={(event) => void save(event)}>
          <NativeSelect
            aria-label={`Skill that ${name} stands for`}
            data={listChoices(reported, skills)}
            value={value}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          {isChanged && (
            <Button type="submit" loading={mapSkill.isPending} aria-label={`Save the skill of ${name}`}>
              Save
            </Button>
          )}
        </form>
      </td>
    </tr>
  );
}

/** A skill that was deleted since is still what the name stands for. */
function listChoices({ skillId, skillName }: ReportedSkill, skills: readonly SkillOption[]) {
  const isGone = skillId !== null && !skills.some(({ id }) => id === skillId);
  return [
    { value: '', label: 'Unmapped' },
    ...skills.map(({ id, name }) => ({ value: id, label: name })),
    ...(isGone ? [{ value: skillId, label: `${skillName ?? 'A skill'} (deleted)` }] : []),
  ];
}
