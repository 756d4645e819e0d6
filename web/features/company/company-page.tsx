import { PageHeader } from '../../ui/page-header.tsx';

export function CompanyPage() {
  return <PageHeader title="Company information" />;
}
