import { Button } from '@mantine/core';
import { toErrorWords } from '../../api/error-words.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import styles from './mails.module.css';

interface LoadErrorProps {
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Why a part of the page could not be loaded, in its place: the rest of the page stays usable. */
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
