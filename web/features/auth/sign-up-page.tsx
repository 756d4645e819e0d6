import { PageHeader } from '../../ui/page-header.tsx';

export function SignUpPage() {
  return <PageHeader title="Sign up" />;
}
