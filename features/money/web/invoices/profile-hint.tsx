import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { Text } from '#web/ui/layout/layout.tsx';

/** Leads to the company form while invoices are made out without an address or a VAT number. */
export function ProfileHint() {
  const canRead = can(useCurrentUser(), 'company.read');
  const { data } = useQuery(queries.company.get.queryOptions({ enabled: canRead, staleTime: 15_000 }));
  if (!data) return null;
  const { vatNumber, country, address_1, city, zip } = data;
  // A VAT number that this user may not see is not there at all.
  if (![vatNumber, country, address_1, city, zip].includes(null)) return null;
  return (
    <Text pad={[3, 4]} card="amber" below={5}>
      <Link to={paths.company()}>Complete your company profile</Link> to have your address and VAT number on invoices.
    </Text>
  );
}
