import { Button } from '@mantine/core';
import { ApiProblem } from '../api/api-problem.ts';
import { toErrorWords } from '../api/error-words.ts';
import { FormAlert } from '../ui/forms/form-alert.tsx';
import { look } from '../ui/layout/layout.tsx';

interface LoadErrorProps {
  /** Error of a failed query; without one nothing is shown. */
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
}

/** A record that is not there does not come by asking again. */
export const isGone = (error: unknown) => error instanceof ApiProblem && error.status === 404;

/** The reason of a failed load with a button to retry. */
export function LoadError({ error, onRetry, isRetrying }: LoadErrorProps) {
  if (!error) return null;
  return (
    <FormAlert>
      <p>{toErrorWords(error)}</p>
      {!isGone(error) && (
        <Button variant="default" size="compact-sm" {...look({ above: 2 })} loading={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </FormAlert>
  );
}
