import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { temporaryPasswordDays } from '#contract/constants.ts';
import type { User, UserAccess } from '#features/people/contract/users.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { FormSection } from '#web/ui/forms/form-layout.tsx';
import { Facts } from '#web/ui/layout/facts.tsx';
import { Row, Text } from '#web/ui/layout/layout.tsx';
import { useUserStep } from './users.queries.ts';

interface UserLifeProps {
  user: User;
  access: UserAccess;
  isOwn: boolean;
}

interface Step {
  readonly step: 'sendInvitation' | 'deactivate' | 'reactivate' | 'resetTwoFactor';
  readonly label: string;
  readonly done: string;
  /** Asked before, where the user notices it. */
  readonly question?: string;
}

/** Lists the steps that fit the state of a user: the invitation, the access and the second factor. */
function listSteps({ firstName, email }: User, access: UserAccess, isOwn: boolean): Step[] {
  const { state, hasTwoFactor, canManage } = access;
  if (!canManage) return [];
  const steps: Step[] = [];
  if (state === 'Invited') {
    steps.push({
      step: 'sendInvitation',
      label: 'Send the invitation again',
      done: `The invitation has been sent to ${email}.`,
    });
  }
  if (hasTwoFactor) {
    steps.push({
      step: 'resetTwoFactor',
      label: 'Reset two-factor authentication',
      done: 'Two-factor authentication has been reset.',
      question: `${firstName} is then not asked for a code any more, and is notified by e-mail. Only do this if ${firstName} has lost the device and asked you for it.`,
    });
  }
  if (state === 'Deactivated') {
    steps.push({ step: 'reactivate', label: 'Activate again', done: 'The user can sign in again.' });
  } else if (!isOwn) {
    steps.push({
      step: 'deactivate',
      label: 'Deactivate',
      done: 'The user has been deactivated.',
      question: `${firstName} is signed out immediately and cannot sign in to this company. Conversations and history stay. You can activate the user again at any time.`,
    });
  }
  return steps;
}

/** The state of a user, and what an administrator does about it. It is saved immediately, apart from the form. */
export function UserLife({ user, access, isOwn }: UserLifeProps) {
  const { timeZone, isSingleSignOnDemanded } = useCurrentUser();
  const { run, isRunning } = useUserStep(user.id);
  const [asked, setAsked] = useState<Step>();
  const [isAsking, setAsking] = useState(false);

  async function perform({ step, done }: Step) {
    setAsking(false);
    try {
      await run(step);
      showToast(done);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }

  function choose(step: Step) {
    if (step.question === undefined) return void perform(step);
    setAsked(step);
    setAsking(true);
    return undefined;
  }

  return (
    <FormSection title="Status" description="Changes here apply immediately.">
      <Facts>
        <div>
          <dt>Status</dt>
          <dd>{access.state}</dd>
        </div>
        <div>
          <dt>Last sign-in</dt>
          <dd>{access.lastSignInAt ? formatDateTime(access.lastSignInAt, timeZone) : 'Never'}</dd>
        </div>
        <div>
          <dt>Two-factor authentication</dt>
          <dd>{access.hasTwoFactor ? 'On' : 'Off'}</dd>
        </div>
      </Facts>
      {access.state === 'Invited' && !isSingleSignOnDemanded && (
        <Text
          above={3}
          size="sm"
          tone="soft"
        >{`A temporary password expires ${temporaryPasswordDays} days after it was sent.`}</Text>
      )}
      {!access.canManage && (
        <Text above={3} size="sm" tone="soft">
          Only a SuperAdmin can change this user.
        </Text>
      )}
      <Row gap={2} align="stretch" wrap above={4}>
        {listSteps(user, access, isOwn).map((step) => (
          <Button key={step.step} variant="default" size="compact-md" disabled={isRunning} onClick={() => choose(step)}>
            {step.label}
          </Button>
        ))}
      </Row>
      <Dialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={`${asked?.label ?? ''}: ${user.firstName} ${user.lastName}`}
      >
        <p>{asked?.question}</p>
        <DialogActions onCancel={() => setAsking(false)}>
          <Button onClick={() => asked && void perform(asked)} data-autofocus>
            {asked?.label}
          </Button>
        </DialogActions>
      </Dialog>
    </FormSection>
  );
}
