import { useQuery } from '@tanstack/react-query';
import { can, type Role } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { describeRole } from './role-words.ts';

/** Says of each chosen role what it gets, for those who may look at the rights. */
export function RoleSummary({ roles }: { roles: readonly Role[] }) {
  const mayLook = can(useCurrentUser(), 'rights.manage');
  const { data } = useQuery(queries.rights.get.queryOptions({ enabled: mayLook, staleTime: 60_000 }));
  if (!data || roles.length === 0) return null;
  return (
    <Block as="ul" above={2} size="sm" tone="soft" aria-label="What the roles get">
      {roles.map((role) => (
        <Text as="li" key={role} breaks="pretty">
          {describeRole(role, data.levels)}
        </Text>
      ))}
    </Block>
  );
}
