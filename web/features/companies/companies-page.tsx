import { PageHeader } from '../../ui/page-header.tsx';

export function CompaniesPage() {
  return <PageHeader title="Companies" />;
}
