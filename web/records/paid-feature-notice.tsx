import type { ReactNode } from 'react';
import { useCurrentUser } from '../api/current-user.ts';
import { AlertIcon } from '../ui/drawings/first-icons.tsx';
import { Row } from '../ui/layout/layout.tsx';

/**
 * On the page of a paid feature: what does not work while the company is suspended. `children` completes 'While Acme is
 * suspended, …'; nothing is shown without a suspension in force.
 */
export function PaidFeatureNotice({ children }: { children: ReactNode }) {
  const { suspension, companyName } = useCurrentUser();
  if (!suspension?.isInForce) return null;
  return (
    <Row as="p" pad={[3, 4]} gap={3} align="stretch" card="amber" below={6} tone="amber" breaks="anywhere">
      <AlertIcon />
      <span>
        <span>{`While ${companyName} is suspended, `}</span>
        {children}
      </span>
    </Row>
  );
}
