import { findOptions, type FilterOption } from '#web/ui/filters/filter-options.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from './logs.module.css';

interface SuggestedUsersProps {
  /** Typed text; empty for none. */
  text: string;
  users: readonly FilterOption[] | undefined;
  onUser: (value: string) => void;
}

const [leastLength, mostSuggested] = [3, 3];

/** The people whose name or address holds the typed text, each with the way to the conversations. */
export function SuggestedUsers({ text, users = [], onUser }: SuggestedUsersProps) {
  const found = findUsers(text, users);
  if (found.length === 0) return null;
  return (
    <Stack as="ul" gap={1} card="raised" pad={[2, 3]} size="sm" className={styles.suggested} aria-label="People">
      {found.map(({ value, label, detail }) => (
        <li key={value}>
          <LinkButton onClick={() => onUser(value)}>
            Conversations of <bdi translate="no">{label}</bdi>
          </LinkButton>
          {detail && (
            <Text as="span" tone="faint" beside={2}>
              {detail}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}

const findUsers = (text: string, users: readonly FilterOption[]) =>
  text.trim().length < leastLength ? [] : findOptions(users, text).slice(0, mostSuggested);
