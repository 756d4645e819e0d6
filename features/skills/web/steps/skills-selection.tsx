import { useState } from 'react';
import { skillsPerStep, skillSteps, type SkillStep } from '#features/skills/contract/skill-states.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { SelectionBar } from '#web/records/selection/selection-bar.tsx';
import type { SelectionControls } from '#web/ui/records/use-selection.ts';
import { SkillStepDialog, SkillStepReportDialog, type SkillStepReport } from './skill-step-dialog.tsx';
import { stepWords } from './step-words.ts';

/** The steps on the selected skills: their menu, which is shown in the toolbar, and their dialogs. */
export function useSkillsSelection(selected: readonly Skill[], controls: SelectionControls) {
  // As they stood when the step was chosen: the list changes under the dialog.
  const [opened, setOpened] = useState<{ step: SkillStep; selected: readonly Skill[] }>();
  const [report, setReport] = useState<SkillStepReport>();
  const bar = selected.length > 0 && (
    <SelectionBar
      count={selected.length}
      most={skillsPerStep}
      many="skills"
      controls={controls}
      actions={skillSteps.map((step) => ({ label: stepWords[step].label, run: () => setOpened({ step, selected }) }))}
    />
  );
  const dialogs = (
    <>
      {opened && <SkillStepDialog {...opened} onReport={setReport} onClose={() => setOpened(undefined)} />}
      {report && <SkillStepReportDialog report={report} onClose={() => setReport(undefined)} />}
    </>
  );
  return { bar, dialogs };
}
