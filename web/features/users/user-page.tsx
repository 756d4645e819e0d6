import { PageHeader } from '../../ui/page-header.tsx';

export function UserPage() {
  return <PageHeader title="Edit user" />;
}
