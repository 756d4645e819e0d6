import { PageHeader } from '../../ui/page-header.tsx';

export function VerifyAccountPage() {
  return <PageHeader title="Verify your account" />;
}
