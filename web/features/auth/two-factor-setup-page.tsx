import { PageHeader } from '../../ui/page-header.tsx';

export function TwoFactorSetupPage() {
  return <PageHeader title="Set up two-factor sign-in" />;
}
