import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { can } from '#contract/capabilities.ts';
import { listMissingData } from '#features/billing/contract/invoice-address.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { Text } from '#web/ui/layout/layout.tsx';

/** Leads to the company form while invoices are made out without an address or a VAT number. */
export function ProfileHint() {
  const canRead = can(useCurrentUser(), 'company.read');
  const { data } = useQuery(queries.company.get.queryOptions({ enabled: canRead, staleTime: 15_000 }));
  if (!data) return null;
  if (listMissingData(data).length === 0) return null;
  return (
    <Text pad={[3, 4]} card="amber" below={5}>
      <Link to={paths.company()}>Complete your company profile</Link> to have your address and VAT number on invoices.
    </Text>
  );
}
