import type { StepAnswer } from '#features/people/contract/user-step-endpoints.ts';
import type { UsersStep } from '#features/people/contract/user-steps.ts';
import { formatCounted } from '#web/lib/numbers.ts';

export type StepName = UsersStep['name'];
/** The result of a step for a user; `done` is left out where only reasons are meant. */
export type Outcome = StepAnswer['results'][number]['result'];
export type Reason = Exclude<Outcome, 'done'>;

interface StepWords {
  /** The entry of the menu, and the button with the users it takes. */
  readonly label: string;
  /** 'Deactivate 3 users' */
  readonly toTitle: (count: number) => string;
  /** Said before. */
  readonly effect: string;
  /** '3 users have been deactivated.' */
  readonly toDone: (count: number) => string;
  readonly unchanged: string;
}

const users = (count: number) => formatCounted(count, 'users');
const have = (count: number) => (count === 1 ? 'has' : 'have');

export const stepWords: Readonly<Record<StepName, StepWords>> = {
  updateRoles: {
    label: 'Change role',
    toTitle: (count) => `Change the role of ${users(count)}`,
    effect: 'The role replaces all roles that a user has now, and applies immediately.',
    toDone: (count) => `${users(count)} ${have(count)} the new role.`,
    unchanged: 'Already in this role',
  },
  deactivateMany: {
    label: 'Deactivate',
    toTitle: (count) => `Deactivate ${users(count)}`,
    effect:
      'They are signed out immediately and cannot sign in to this company. Conversations and history stay. You can activate them again at any time.',
    toDone: (count) => `${users(count)} ${have(count)} been deactivated.`,
    unchanged: 'Already deactivated',
  },
  reactivateMany: {
    label: 'Activate again',
    toTitle: (count) => `Activate ${users(count)} again`,
    effect: 'They can sign in to this company again.',
    toDone: (count) => `${users(count)} can sign in again.`,
    unchanged: 'Not deactivated',
  },
  sendInvitations: {
    label: 'Send invitations again',
    toTitle: (count) => `Send ${formatCounted(count, 'invitations')} again`,
    effect: 'Each person gets an e-mail. A temporary password that was never changed is replaced by a new one.',
    toDone: (count) => `${formatCounted(count, 'invitations')} ${have(count)} been sent again.`,
    unchanged: 'Already invited',
  },
  delete: {
    label: 'Delete',
    toTitle: (count) => `Delete ${users(count)}`,
    effect: 'This action cannot be undone.',
    toDone: (count) => `${users(count)} ${have(count)} been deleted.`,
    unchanged: 'Already deleted',
  },
};

const reasonWords: Readonly<Record<Exclude<Reason, 'unchanged' | 'own'>, string>> = {
  above: 'Can only be changed by a SuperAdmin',
  'not-grantable': 'A role is involved that you cannot grant',
  'last-super-admin': 'A company needs at least one SuperAdmin',
  'signed-in': 'Already signed in, needs no invitation',
  deactivated: 'Deactivated, activate them first',
  gone: 'No longer in this company',
  waiting: 'Not sent yet, because your company has sent its e-mails for this hour',
};

/** Why users stay as they are: 'Already deactivated'. */
export function toReasonWords(step: StepName, reason: Reason): string {
  if (reason === 'unchanged') return stepWords[step].unchanged;
  if (reason !== 'own') return reasonWords[reason];
  return step === 'delete' ? 'You, who can delete yourself on your own page only' : 'You';
}
