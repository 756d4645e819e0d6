import { skillStateLabels, type SkillState } from '#features/skills/contract/skill-states.ts';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { stateTones } from './state-words.ts';

/** The state of a skill in the company. */
export function SkillStateBadge({ state }: { state: SkillState }) {
  return <StatusBadge tone={stateTones[state]} label={skillStateLabels[state]} />;
}
