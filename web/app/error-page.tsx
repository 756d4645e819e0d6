import { Button } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ApiProblem } from '../api/api-problem.ts';
import { toErrorWords } from '../api/error-words.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { drawings } from '../ui/empty-state-drawings.tsx';
import styles from './message-page.module.css';
import { NotFoundPage } from './not-found-page.tsx';

/** In place of a page that failed to load. What does not exist, or is another company's, is simply not found. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  if (error instanceof ApiProblem && error.status === 404) return <NotFoundPage />;
  return <LoadFailure words={toErrorWords(error)} onRetry={reset} />;
}

function LoadFailure({ words, onRetry }: { words: string; onRetry: () => void }) {
  const router = useRouter();
  const queryErrors = useQueryErrorResetBoundary();
  usePageTitle('Something went wrong');
  return (
    <div className={styles.message}>
      {drawings.cloud}
      <h1 tabIndex={-1}>This page could not be loaded.</h1>
      <p role="alert">{words}</p>
      <p>
        <Button
          onClick={() => {
            queryErrors.reset();
            onRetry();
            void router.invalidate();
          }}
        >
          Try again
        </Button>
      </p>
    </div>
  );
}

/** The same outside the shell, where nothing else gives the page its frame. */
export function WholeErrorPage(props: ErrorComponentProps) {
  return (
    <main className={styles.whole}>
      <ErrorPage {...props} />
    </main>
  );
}
