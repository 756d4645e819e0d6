import { formatCounted, toNoun } from '../../lib/numbers.ts';
import { Block, Text } from '../../ui/layout/layout.tsx';

/** The most names of one reason that are shown; the others are counted. */
const shownNames = 5;

interface LeftOutProps {
  /** 'users' */
  many: string;
  records: readonly { readonly name: string; readonly reason: string }[];
}

/** The selected records that a step leaves as they are, each under the reason. Nothing where it takes all. */
export function LeftOut({ many, records }: LeftOutProps) {
  if (records.length === 0) return null;
  const byReason = new Map<string, string[]>();
  for (const { name, reason } of records) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  const isOne = toNoun(records.length, many) !== many;
  return (
    <Block card="amber" pad={4} above={4} below={4} size="sm">
      <Text weight="medium">{`${formatCounted(records.length, many)} ${isOne ? 'is' : 'are'} not included:`}</Text>
      <Block as="ul" bullets>
        {[...byReason].map(([reason, names]) => (
          <li key={reason}>
            <span>{`${reason}: `}</span>
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
