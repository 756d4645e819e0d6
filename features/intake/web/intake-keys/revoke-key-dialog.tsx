import { useState } from 'react';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { IntakeKey } from '#features/intake/contract/intake-keys.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useRevokeKey } from './intake-keys.queries.ts';
import { Text } from '#web/ui/layout/layout.tsx';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const ages = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** '5 minutes ago'; undefined for a key that was not used in the last 24 hours, which counts as unused. */
function describeRecentUse({ lastUsedAt }: IntakeKey, now: number): string | undefined {
  const age = lastUsedAt === null ? Infinity : now - Date.parse(lastUsedAt);
  if (age >= dayMs) return undefined;
  const minutes = Math.max(1, Math.round(age / minuteMs));
  return minutes < 60 ? ages.format(-minutes, 'minute') : ages.format(-Math.round(minutes / 60), 'hour');
}

/** Asks before a key is revoked. A key that was used in the last 24 hours takes its name as the confirmation. */
export function RevokeKeyDialog({ revoked, onClose }: { revoked: IntakeKey; onClose: () => void }) {
  const { timeZone } = useCurrentUser();
  const revoke = useRevokeKey();
  const [now] = useState(() => Date.now());
  const recentUse = describeRecentUse(revoked, now);
  return (
    <ActionDialog
      title={`Revoke ${revoked.name}`}
      run={() => revoke.mutateAsync({ params: { id: revoked.id } })}
      done={`${revoked.name} has been revoked.`}
      label="Revoke key"
      isHarmful
      word={recentUse === undefined ? undefined : revoked.name}
      onClose={onClose}
    >
      <Text below={5} tone="soft" breaks="anywhere">
        {`Assistants using this key (…${revoked.hint}) will lose access immediately. Reported data is kept. This action cannot be undone.`}
      </Text>
      <Text below={5} tone="soft" breaks="anywhere">
        {revoked.lastUsedAt === null ? (
          'This key has never been used.'
        ) : (
          <>
            <span>Last used </span>
            {recentUse && <strong>{`${recentUse}, `}</strong>}
            <time dateTime={revoked.lastUsedAt}>{formatDateTime(revoked.lastUsedAt, timeZone)}</time>
            <span>.</span>
          </>
        )}
      </Text>
    </ActionDialog>
  );
}
