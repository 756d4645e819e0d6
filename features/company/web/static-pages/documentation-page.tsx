import { Link } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export function DocumentationPage() {
  return (
    <>
      <PageHeader title="Documentation" />
      <EmptyState drawing="papers" text="Documentation section is under construction.">
        <Link to={paths.contacts()}>Contact us</Link>
      </EmptyState>
    </>
  );
}
