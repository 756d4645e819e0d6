import { Button } from '@mantine/core';
import type { SkillStep } from '#features/skills/contract/skill-states.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { LeftOut } from '#web/records/selection/left-out.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { NameList } from '#web/ui/forms/name-list.tsx';
import { Text } from '#web/ui/layout/layout.tsx';
import { useChangeSkillStates } from '../states/company-skills.queries.ts';
import { findReason, resultWords, stepWords } from './step-words.ts';

/** The number of skills that a step has changed, and those that it has left as they are. */
export interface SkillStepReport {
  readonly step: SkillStep;
  readonly done: number;
  readonly left: readonly { readonly name: string; readonly reason: string }[];
}

interface SkillStepDialogProps {
  step: SkillStep;
  selected: readonly Skill[];
  /** Called with what the server left out, where it has taken fewer than the dialog said. */
  onReport: (report: SkillStepReport) => void;
  onClose: () => void;
}

/** Says before a step on the selected skills which it takes, and which it leaves out and why; then takes it. */
export function SkillStepDialog({ step, selected, onReport, onClose }: SkillStepDialogProps) {
  const { mutateAsync } = useChangeSkillStates();
  const words = stepWords[step];
  const judged = selected.map((skill) => ({ skill, reason: findReason(skill, step) }));
  const taken = judged.flatMap(({ skill, reason }) => (reason === undefined ? [skill] : []));
  const left = judged.flatMap(({ skill: { name }, reason }) => (reason === undefined ? [] : [{ name, reason }]));

  async function run() {
    const { results } = await mutateAsync({ body: { skills: taken.map(({ _id }) => _id), command: step } });
    const byId = new Map(results.map(({ _id, result }) => [_id, result] as const));
    const refused = taken.flatMap(({ _id, name }) => {
      const result = byId.get(_id) ?? 'gone';
      return result === 'done' ? [] : [{ name, reason: resultWords[result] }];
    });
    const done = taken.length - refused.length;
    if (refused.length > 0) onReport({ step, done, left: refused });
    else showToast(words.toDone(done));
  }

  if (taken.length === 0) return <SkillStepReportDialog report={{ step, done: 0, left }} onClose={onClose} />;
  return (
    <ActionDialog
      title={words.toTitle(taken.length)}
      label={words.toTitle(taken.length)}
      isHarmful={step === 'deactivate'}
      run={run}
      onClose={onClose}
    >
      <Text tone="soft">{words.effect}</Text>
      <NameList label="What will be changed" names={taken.map(({ name }) => name)} />
      <LeftOut many="skills" records={left} />
    </ActionDialog>
  );
}

/** The result of a step, where it left some as they are, or could take none. */
export function SkillStepReportDialog({ report, onClose }: { report: SkillStepReport; onClose: () => void }) {
  const { step, done, left } = report;
  const words = stepWords[step];
  return (
    <Dialog opened onClose={onClose} title={words.label}>
      <Text tone="soft" role="status">
        {done > 0 ? words.toDone(done) : 'None of the selected skills can be included.'}
      </Text>
      <LeftOut many="skills" records={left} />
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
