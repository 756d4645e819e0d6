import { useMemo, useState } from 'react';
import type { SkillOption } from '#contract/skills/skills.ts';
import { toErrorWords } from '../../../api/error-words.ts';
import type { LogFilter } from './log-search.ts';
import { alignChosenUsers, mergeUsers } from './log-users.ts';
import { useLogSkills, useLogUsers } from './log.queries.ts';

const toSkillOption = ({ id, name, isMapped }: SkillOption) => ({
  value: id,
  label: name,
  ...(!isMapped && { detail: 'Not in the skill store' }),
});

/** Options of the skill and the user filter, loaded when the filter has a value or is about to open. */
export function useLogOptions({ skills: chosenSkills, users: chosenUsers }: LogFilter) {
  const [wanted, setWanted] = useState({ skills: false, users: false });
  const skills = useLogSkills(wanted.skills || chosenSkills.length > 0);
  const users = useLogUsers(wanted.users || chosenUsers.length > 0);
  const skillOptions = useMemo(() => skills.data?.map(toSkillOption), [skills.data]);
  const userOptions = useMemo(() => users.data && mergeUsers(users.data), [users.data]);
  return {
    skills: {
      options: skillOptions,
      error: skills.error ? toErrorWords(skills.error) : undefined,
      onApproach: () => setWanted((before) => ({ ...before, skills: true })),
    },
    users: {
      options: userOptions,
      chosen: userOptions ? alignChosenUsers(chosenUsers, userOptions) : chosenUsers,
      error: users.error ? toErrorWords(users.error) : undefined,
      onApproach: () => setWanted((before) => ({ ...before, users: true })),
    },
  };
}
