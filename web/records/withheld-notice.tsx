import type { ReactNode } from 'react';
import { LockIcon } from '../ui/drawings/icons.tsx';
import { Row } from '../ui/layout/layout.tsx';

/** Says that a right of the company withholds something here, so that it is not taken for missing. */
export function WithheldNotice({ children }: { children: ReactNode }) {
  return (
    <Row as="p" pad={[3, 4]} gap={3} align="stretch" card="plain" below={6} tone="soft" breaks="anywhere">
      <LockIcon />
      <span>{children}</span>
    </Row>
  );
}
