import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SkillCommand } from '#features/skills/contract/skill-states.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { ActionForm } from '#web/records/action-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SkeletonLines } from '#web/ui/feedback/skeleton-line.tsx';
import { Stack, Text } from '#web/ui/layout/layout.tsx';
import { getCompanySkillQuery, useChangeSkillState } from './company-skills.queries.ts';
import { describeDone } from './state-words.ts';

/** The commands that ask before they act. */
export type AskedCommand = Exclude<SkillCommand, 'activate'>;

const loadSchema = () =>
  import('#features/skills/contract/company-skills.ts').then(({ SkillStateForm }) => SkillStateForm);

interface Words {
  readonly title: string;
  readonly text: string;
  readonly button: string;
}

const words: Readonly<Record<AskedCommand, Words>> = {
  request: {
    title: 'Request approval',
    text: 'This skill must be approved before you can activate it. The reviewer receives a link by e-mail, which works once and for 14 days.',
    button: 'Request approval',
  },
  withdraw: {
    title: 'Withdraw request',
    text: 'The link that the reviewer has received stops working. You can request the skill again.',
    button: 'Withdraw request',
  },
  deactivate: {
    title: 'Deactivate skill',
    text: 'Your assistant is denied this skill until you activate it again. Configuration and past figures are kept.',
    button: 'Deactivate',
  },
  uninstall: {
    title: 'Uninstall skill',
    text: 'Your assistant is denied this skill. Past figures are kept. To use it again, install and activate it again; if it requires approval, request that first.',
    button: 'Uninstall',
  },
};

interface CommandDialogProps {
  skill: Skill;
  command: AskedCommand;
  onClose: () => void;
}

/** Asks before a command: whom to ask for approval, and why. */
export function CommandDialog(props: CommandDialogProps) {
  const { skill, command, onClose } = props;
  const { data } = useQuery({ ...getCompanySkillQuery(skill._id), enabled: command === 'request' });
  const isLoaded = command !== 'request' || data !== undefined;
  return (
    <Dialog opened onClose={onClose} title={words[command].title}>
      {isLoaded ? (
        <CommandForm {...props} reviewerEmail={data?.reviewerEmail ?? ''} />
      ) : (
        <SkeletonLines label="Loading the skill" widths={['90%', '60%', '80%']} />
      )}
    </Dialog>
  );
}

function CommandForm({ skill, command, onClose, reviewerEmail }: CommandDialogProps & { reviewerEmail: string }) {
  const changeState = useChangeSkillState();
  const isRequest = command === 'request';
  const { text, button } = words[command];
  const isHarmful = command === 'uninstall' || command === 'deactivate';
  return (
    <ActionForm
      values={{ command, reason: '', ...(isRequest && { reviewerEmail }) }}
      loadSchema={loadSchema}
      run={(body) => changeState.mutateAsync({ params: { _id: skill._id }, body })}
      done={describeDone(command, skill.name)}
      label={button}
      isHarmful={isHarmful}
      renderFields={(form) => (
        <Stack gap={4}>
          {isRequest && (
            <TextInput
              data-autofocus
              label="Reviewer e-mail"
              inputMode="email"
              aria-required
              {...form.getInputProps('reviewerEmail')}
            />
          )}
          <Textarea
            {...(!isRequest && { 'data-autofocus': true })}
            label="Reason (optional)"
            description={isRequest ? 'Shown in the history of the skill.' : undefined}
            rows={2}
            {...form.getInputProps('reason')}
          />
        </Stack>
      )}
      onClose={onClose}
    >
      <Text weight="strong" breaks="anywhere">
        <bdi>{skill.name}</bdi>
      </Text>
      <Text above={2} below={4} tone="soft">
        {text}
      </Text>
    </ActionForm>
  );
}
