import { findOptions, type FilterOption } from '#web/ui/filters/filter-options.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from './logs.module.css';

interface LogSuggestionsProps {
  /** Typed text; empty for none. */
  text: string;
  skills: readonly FilterOption[] | undefined;
  users: readonly FilterOption[] | undefined;
  onSkill: (value: string) => void;
  onUser: (value: string) => void;
}

const [leastLength, mostSuggested] = [3, 3];

/** The skills and people whose name or address holds the typed text, each with the way to the conversations. */
export function LogSuggestions({ text, skills, users, onSkill, onUser }: LogSuggestionsProps) {
  const found = [
    ...findThose(text, skills).map((option) => ({ ...option, words: 'Conversations with the skill', choose: onSkill })),
    ...findThose(text, users).map((option) => ({ ...option, words: 'Conversations of', choose: onUser })),
  ];
  if (found.length === 0) return null;
  return (
    <Stack
      as="ul"
      gap={1}
      card="raised"
      pad={[2, 3]}
      size="sm"
      className={styles.suggested}
      aria-label="Skills and people"
    >
      {found.map(({ value, label, detail, words, choose }) => (
        <li key={`${words} ${value}`}>
          <LinkButton onClick={() => choose(value)}>
            <span>{words}</span> <bdi translate="no">{label}</bdi>
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

const findThose = (text: string, options: readonly FilterOption[] = []) =>
  text.trim().length < leastLength ? [] : findOptions(options, text).slice(0, mostSuggested);
