import { Button } from '@mantine/core';
import { createStore, useStore } from '../../lib/create-store.ts';
import { PageLoader } from '../../ui/feedback/page-loader.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import styles from './routes.module.css';

/** Tries again to get the current user; undefined while nothing has failed. */
export const signInRetry = createStore<(() => void) | undefined>(undefined);

/** The page loader until the current user is known (section 2.1), with a way on where that takes long. */
export function ShellLoader() {
  const retry = useStore(signInRetry);
  return (
    <>
      <PageLoader />
      {retry && (
        <Stack gap={3} align="center" tone="soft" className={styles.retry}>
          <p>This is taking longer than usual.</p>
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        </Stack>
      )}
    </>
  );
}
