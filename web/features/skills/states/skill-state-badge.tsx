import type { SkillState } from '#contract/skills/skill-states.ts';
import { StatusBadge } from '../../../ui/records/status-badge.tsx';
import { stateWords } from './state-words.ts';

/** The state of a skill in the company. */
export function SkillStateBadge({ state }: { state: SkillState }) {
  const { label, tone } = stateWords[state];
  return <StatusBadge tone={tone} label={label} />;
}
