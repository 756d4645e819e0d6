import { PageHeader } from '../../ui/page-header.tsx';

export function SecurityPage() {
  return <PageHeader title="Security" />;
}
