import { useState } from 'react';
import { listCommands, type SkillCommand } from '#features/skills/contract/skill-states.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { ApiProblem } from '#web/api/api-problem.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { NoAddressDialog } from '#web/records/companies/no-address-dialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { CommandDialog, type AskedCommand } from './command-dialog.tsx';
import { useChangeSkillState } from './company-skills.queries.ts';
import { describeDone, describeImpossible } from './state-words.ts';

/** The commands that are possible for a skill now; none for a reader who may not see its state. */
export const listSkillCommands = ({ state, requiresApproval = false }: Skill): SkillCommand[] =>
  state === undefined ? [] : listCommands(state, requiresApproval);

export interface SkillMenuEntry {
  readonly command: SkillCommand;
  /** Why the command is impossible now; undefined where it is possible. */
  readonly reason: string | undefined;
}

/** The options menu of a skill (section 2.5): always Activate, Deactivate and Uninstall; of the others those that are possible. */
export function listSkillMenu(skill: Skill): SkillMenuEntry[] {
  const possible = listSkillCommands(skill);
  const activation = possible.includes('request') ? 'request' : 'activate';
  const shown: SkillCommand[] = [
    activation,
    ...possible.filter((each) => each === 'withdraw'),
    'deactivate',
    'uninstall',
  ];
  return shown.map((command) => ({
    command,
    reason: possible.includes(command) ? undefined : describeImpossible(command, skill.state),
  }));
}

/** Runs commands on skills. Activate acts at once, the others ask in `dialog`, which the page shows. */
export function useSkillCommands() {
  const [asked, setAsked] = useState<{ skill: Skill; command: AskedCommand }>();
  const [unbillable, setUnbillable] = useState<string>();
  const changeState = useChangeSkillState();

  async function activate({ _id, name }: Skill) {
    try {
      await changeState.mutateAsync({ params: { _id }, body: { command: 'activate' } });
      showToast(describeDone('activate', name));
    } catch (error) {
      if (error instanceof ApiProblem && error.is('skills.no-address')) setUnbillable(toErrorWords(error));
      else showToast(toErrorWords(error), 'error');
    }
  }

  const run = (skill: Skill, command: SkillCommand) =>
    command === 'activate' ? void activate(skill) : setAsked({ skill, command });
  const dialog = unbillable ? (
    <NoAddressDialog message={unbillable} onClose={() => setUnbillable(undefined)} />
  ) : (
    asked && <CommandDialog {...asked} onClose={() => setAsked(undefined)} />
  );
  return { run, dialog, isBusy: changeState.isPending };
}
