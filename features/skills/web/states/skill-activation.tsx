import { Button } from '@mantine/core';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { CompanySkill } from '#features/skills/contract/company-skills.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { SwitchField } from '#web/ui/forms/switch-field.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Row, Stack, Text, look } from '#web/ui/layout/layout.tsx';
import styles from '../skills.module.css';
import { useResendRequest } from './company-skills.queries.ts';
import { SkillStateBadge } from './skill-state-badge.tsx';
import { listSkillCommands, useSkillCommands } from './use-skill-commands.tsx';

interface SkillActivationProps {
  skill: Skill;
  configuration: CompanySkill;
}

/** The state of the skill, and the commands that are possible now. They act at once, without the form's Save. */
export function SkillActivation({ skill, configuration }: SkillActivationProps) {
  const { run, dialog, isBusy } = useSkillCommands();
  const { state, requiresApproval, request, transport, isTransportInstalled } = configuration;
  const current = { ...skill, state, requiresApproval };
  const commands = listSkillCommands(current);
  const toggle = commands.find((command) => ['activate', 'request', 'deactivate'].includes(command));
  const isMissingTransport = toggle === 'activate' && transport !== null && !isTransportInstalled;
  return (
    <Stack gap={3} align="start" measure={34}>
      <SkillStateBadge state={state} />
      <SwitchField
        label="Activate the skill"
        checked={state === 'active'}
        disabled={toggle === undefined || isBusy || isMissingTransport}
        onChange={() => toggle && run(current, toggle)}
      />
      {toggle === 'request' && (
        <Text size="sm" tone="soft" breaks="anywhere">
          Activation asks the reviewer for approval first.
        </Text>
      )}
      {isMissingTransport && (
        <Text size="sm" tone="soft" breaks="anywhere">
          Confirm above that the transport request is installed, and save.
        </Text>
      )}
      {request && <OpenRequest request={request} />}
      <Row gap={3} align="stretch" wrap className={styles.buttons}>
        {request && <ResendButton id={skill._id} reviewerEmail={request.reviewerEmail} />}
        {commands.includes('withdraw') && (
          <Button variant="default" onClick={() => run(current, 'withdraw')}>
            Withdraw request
          </Button>
        )}
        {commands.includes('uninstall') && (
          <Button variant="default" {...look({ tone: 'red' })} onClick={() => run(current, 'uninstall')}>
            Uninstall
          </Button>
        )}
      </Row>
      {dialog}
    </Stack>
  );
}

function ResendButton({ id, reviewerEmail }: { id: string; reviewerEmail: string }) {
  const { mutateAsync, isPending } = useResendRequest();
  async function resend() {
    try {
      await mutateAsync({ params: { _id: id } });
      showToast(`${reviewerEmail} has been e-mailed a new link. The one before no longer works.`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }
  return (
    <Button variant="default" loading={isPending} onClick={() => void resend()}>
      Send the link again
    </Button>
  );
}

function OpenRequest({ request }: { request: NonNullable<CompanySkill['request']> }) {
  const { timeZone } = useCurrentUser();
  const { reviewerEmail, requestedBy, requestedAt, expiresAt } = request;
  return (
    <Text size="sm" tone="soft" breaks="anywhere">
      <bdi translate="no">{requestedBy}</bdi> asked <bdi translate="no">{reviewerEmail}</bdi>
      <span>{` on ${formatDateTime(requestedAt, timeZone)}. The link expires on ${formatDateTime(expiresAt, timeZone)}; withdraw the request to ask another reviewer.`}</span>
    </Text>
  );
}
