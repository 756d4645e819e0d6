import { Button } from '@mantine/core';
import { toErrorWords } from '../../api/error-words.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import styles from './mails.module.css';

interface LoadErrorProps {
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
}

/** The problem of a failed load in place of a part of the page; the rest of the page stays usable. */
export function LoadError({ error, isRetrying, onRetry }: LoadErrorProps) {
  return (
    <FormAlert>
      <p>{toErrorWords(error)}</p>
      <Button variant="default" size="compact-sm" className={styles.retry ?? ''} loading={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </FormAlert>
  );
}
