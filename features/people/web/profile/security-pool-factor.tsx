import { useQuery } from '@tanstack/react-query';
import { LoadError } from '#web/records/load-error.tsx';
import { SkeletonLines } from '#web/ui/feedback/skeleton-line.tsx';
import { poolFactorQuery } from './profile.queries.ts';
import { Stack, Text } from '#web/ui/layout/layout.tsx';
import { SecurityTwoFactor } from './security-two-factor.tsx';

/** The authenticator app at the user pool that opened the session, which has no recovery codes. */
export function SecurityPoolFactor() {
  const { data, error, isFetching, refetch } = useQuery(poolFactorQuery);
  if (!data && error) return <LoadError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonLines label="Loading two-factor authentication" widths={['20%']} />;
  return (
    <Stack gap={4} align="start">
      <SecurityTwoFactor isOn={data.isOn} isAtPool />
      <Text size="sm" tone="soft">
        It has no recovery codes: without your app, ask the administrator of that service.
      </Text>
    </Stack>
  );
}
