import { Button } from '@mantine/core';
import { toErrorWords } from '../../../api/error-words.ts';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import styles from './log-error.module.css';

interface LogErrorProps {
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
}

/** The reason of a failed load with a button to retry; nothing without an error. */
export function LogError({ error, onRetry, isRetrying }: LogErrorProps) {
  if (!error) return null;
  return (
    <FormAlert>
      <p>{toErrorWords(error)}</p>
      <Button variant="default" size="compact-sm" className={styles.retry} loading={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </FormAlert>
  );
}
