import { PageHeader } from '../../ui/page-header.tsx';

export function UsersListPage() {
  return <PageHeader title="User management" />;
}
