import { lazy, Suspense, useState } from 'react';
import { LinkButton } from '#web/ui/link-button.tsx';

const StatementDialog = lazy(() =>
  import('./statement-dialog.tsx').then((module) => ({ default: module.StatementDialog })),
);

/** Opens the statement of account. */
export function StatementLink() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <LinkButton onClick={() => setIsOpen(true)}>Statement of account</LinkButton>
      <Suspense fallback={null}>{isOpen && <StatementDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
