import type { User } from '#features/people/contract/users.ts';
import { LeftOut } from '#web/records/selection/left-out.tsx';
import { toReasonWords, type Outcome, type StepName } from './step-words.ts';

interface LeftOutUsersProps {
  step: StepName;
  users: readonly User[];
  /** By the id of the user. */
  results: ReadonlyMap<string, Outcome>;
}

/** The users whom a step leaves as they are, each under the reason. */
export function LeftOutUsers({ step, users, results }: LeftOutUsersProps) {
  const records = users.flatMap(({ id, firstName, lastName }) => {
    const result = results.get(id) ?? 'gone';
    return result === 'done' ? [] : [{ name: `${firstName} ${lastName}`, reason: toReasonWords(step, result) }];
  });
  return <LeftOut many="users" records={records} />;
}
