import type { Role } from '#contract/roles.ts';
import {
  invitationsPerCall,
  isActiveSuperAdmin,
  judgeStep,
  type UsersStep,
} from '#features/people/contract/user-steps.ts';
import type { StepAnswer } from '#features/people/contract/user-step-endpoints.ts';
import type { User, UserAccess } from '#features/people/contract/users.ts';
import { currentUserQuery } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { useCachedList } from '#web/api/record-queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { useIdempotentCall } from '#web/api/use-idempotent-call.ts';
import { usersQuery } from '../users.queries.ts';
import type { StepName } from './step-words.ts';

interface Judged {
  readonly step: UsersStep;
  readonly selected: readonly User[];
  /** All users of the company. */
  readonly all: readonly User[];
  readonly ownId: string;
  readonly grantable?: readonly Role[];
}

/** The result that a step would have for the selected users, by the rule of the server. */
export function judgeSelected({ step, selected, all, ownId, grantable = [] }: Judged) {
  const ids = new Set(selected.map(({ id }) => id));
  const otherSuperAdmins = all.filter((user) => isActiveSuperAdmin(user) && !ids.has(user.id)).length;
  const results = judgeStep(step, selected, { ownId, grantable, otherSuperAdmins });
  return { results, taken: selected.filter(({ id }) => results.get(id) === 'done') };
}

const withState = (user: User, state: UserAccess['state']): User =>
  user.access ? { ...user, access: { ...user.access, state } } : user;

/** The calls of the steps, each of which answers with a result for every user. Invitations go in calls of twenty. */
export function useUsersSteps() {
  const { change } = useCachedList(usersQuery);
  const changes = [queries.users.list, queries.users.get, currentUserQuery];
  // At once, because the next step is judged by the list.
  const changeTaken = ({ results }: StepAnswer, toChanged: (user: User) => User) => {
    const taken = new Set(results.flatMap(({ id, result }) => (result === 'done' ? [id] : [])));
    change((users) => users.map((user) => (taken.has(user.id) ? toChanged(user) : user)));
  };
  const updateRoles = useCall(queries.users.updateRoles, {
    changes,
    onSuccess: (answer, { body }) => changeTaken(answer, (user) => ({ ...user, roles: [body.role] })),
  });
  const deactivateMany = useCall(queries.users.deactivateMany, {
    changes,
    onSuccess: (answer) => changeTaken(answer, (user) => withState(user, 'Deactivated')),
  });
  const reactivateMany = useCall(queries.users.reactivateMany, {
    changes,
    onSuccess: (answer) =>
      changeTaken(answer, (user) => withState(user, user.access?.lastSignInAt ? 'Active' : 'Invited')),
  });
  const sendInvitations = useCall(queries.users.sendInvitations, { changes });
  const call = useIdempotentCall();

  async function sendAll(users: readonly string[]): Promise<StepAnswer> {
    const results: StepAnswer['results'] = [];
    for (let start = 0; start < users.length; start += invitationsPerCall) {
      const some = users.slice(start, start + invitationsPerCall);
      const answer = await call((headers) => sendInvitations.mutateAsync({ body: { users: some }, headers }));
      results.push(...answer.results);
      if (answer.retryAfterSeconds === undefined) continue;
      const rest = users.slice(start + invitationsPerCall).map((id) => ({ id, result: 'waiting' as const }));
      return { results: [...results, ...rest], retryAfterSeconds: answer.retryAfterSeconds };
    }
    return { results };
  }

  return (step: Exclude<StepName, 'delete'>, users: string[], role: Role): Promise<StepAnswer> => {
    switch (step) {
      case 'updateRoles':
        return updateRoles.mutateAsync({ body: { users, role } });
      case 'deactivateMany':
        return deactivateMany.mutateAsync({ body: { users } });
      case 'reactivateMany':
        return reactivateMany.mutateAsync({ body: { users } });
      case 'sendInvitations':
        return sendAll(users);
    }
  };
}
