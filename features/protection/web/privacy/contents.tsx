import type { ReactNode } from 'react';
import { Stack } from '#web/ui/layout/layout.tsx';

/** The entries of an export or a deletion. */
export function Contents({ children }: { children: ReactNode }) {
  return (
    <Stack as="ul" bullets gap={1} below={6} measure={46} size="sm" tone="soft">
      {children}
    </Stack>
  );
}
