import type { User } from '#features/people/contract/users.ts';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { toLeftOutWords, toReasonWords, type Outcome, type Reason, type StepName } from './step-words.ts';

/** The most names of one reason that are shown; the others are counted. */
const shownNames = 5;

interface LeftOutProps {
  step: StepName;
  users: readonly User[];
  /** By the id of the user. */
  results: ReadonlyMap<string, Outcome>;
}

/** The users whom a step leaves as they are, each under the reason. Nothing where it takes all. */
export function LeftOut({ step, users, results }: LeftOutProps) {
  const byReason = new Map<Reason, string[]>();
  for (const { id, firstName, lastName } of users) {
    const result = results.get(id) ?? 'gone';
    if (result !== 'done') byReason.set(result, [...(byReason.get(result) ?? []), `${firstName} ${lastName}`]);
  }
  if (byReason.size === 0) return null;
  const count = [...byReason.values()].reduce((sum, { length }) => sum + length, 0);
  return (
    <Block card="amber" pad={4} above={4} below={4} size="sm">
      <Text weight="medium">{toLeftOutWords(count)}</Text>
      <Block as="ul" bullets>
        {[...byReason].map(([reason, names]) => (
          <li key={reason}>
            <span>{`${toReasonWords(step, reason)}: `}</span>
            <bdi translate="no">{listNames(names)}</bdi>
          </li>
        ))}
      </Block>
    </Block>
  );
}

const listNames = (names: readonly string[]): string =>
  names.length > shownNames
    ? `${names.slice(0, shownNames - 1).join(', ')} and ${names.length - shownNames + 1} more`
    : names.join(', ');
