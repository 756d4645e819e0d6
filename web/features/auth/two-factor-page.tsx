import { PageHeader } from '../../ui/page-header.tsx';

export function TwoFactorPage() {
  return <PageHeader title="Confirm sign in" />;
}
