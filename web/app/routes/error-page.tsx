import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { toPageErrorWords } from '../../api/error-words.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { CloudDrawing } from '../../ui/drawings/cloud-drawing.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import styles from './routes.module.css';
import { NotFound } from './not-found.ts';

/** In place of a page that failed to load. A record that does not exist, or is another company's, is not found. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const isMissing = error instanceof ApiProblem && error.status === 404;
  if (isMissing) {
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    );
  }
  return <LoadFailure words={toPageErrorWords(error)} onRetry={reset} />;
}

const faultWords =
  'Something unexpected happened on this page. Please reload it: what you have saved is kept. If it happens again without browser extensions and translation too, contact your support.';

/**
 * Tries again by itself once the browser is back online. Without words of the API, the page itself failed: the words of an exception
 * help no reader, and only a page loaded afresh is sure to be whole.
 */
function LoadFailure({ words, onRetry }: { words: string | undefined; onRetry: () => void }) {
  const router = useRouter();
  const queryClient = useQueryClient();
  usePageTitle('Something went wrong');
  const retry = () => {
    queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' });
    onRetry();
    void router.invalidate();
  };
  const retryOnline = useEffectEvent(retry);
  useEffect(() => {
    const tryAgain = () => retryOnline();
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, []);
  return (
    <Stack align="start" tone="faint" measure={34} pad={[12, 0, 16]} className={styles.message}>
      <CloudDrawing />
      <h1 tabIndex={-1}>This page could not be loaded.</h1>
      <Text above={4} tone="soft" role="alert">
        {words ?? faultWords}
      </Text>
      <Text above={4} tone="soft">
        {words === undefined ? (
          <Button onClick={() => window.location.reload()}>Reload</Button>
        ) : (
          <Button onClick={retry}>Try again</Button>
        )}
      </Text>
    </Stack>
  );
}

/** The error page with a frame of its own, for pages outside the shell. */
export function WholeErrorPage(props: ErrorComponentProps) {
  return (
    <main className={styles.whole}>
      <ErrorPage {...props} />
    </main>
  );
}
