import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { can } from '#contract/capabilities.ts';
import { isOperatorAtHome } from '#web/api/current-user.ts';
import { settings } from '#web/lib/settings.ts';
import { paths } from '#web/paths.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { Row, Stack } from '#web/ui/layout/layout.tsx';
import { getPresets } from '#web/records/range/date-range.ts';
import type { useAnalyticsScope } from '#web/records/range/use-analytics-scope.ts';

interface DashboardEmptyProps {
  scope: ReturnType<typeof useAnalyticsScope>;
  /** False where no assistant has ever reported, so that no other range can hold anything. */
  isConnected: boolean;
}

/** How to connect the assistant; shown where neither the range nor the previous period has figures. */
export function DashboardEmpty({ scope, isConnected }: DashboardEmptyProps) {
  const { user, range } = scope;
  const { assistant } = settings.brand;
  const [longest] = useState(() => getPresets(user.timeZone, Date.now()).at(-1));
  const isOperator = isOperatorAtHome(user);
  const isShort = longest !== undefined && longest.range.from < range.from;
  return (
    <EmptyState drawing="plug" text="No conversations in this period.">
      <Stack gap={5} tone="soft" breaks="pretty" measure={30}>
        {isOperator ? (
          <>
            <p>The figures of each company stand in its own dashboard.</p>
            <p>Companies shows what each of them spends and owes, and what needs you.</p>
          </>
        ) : can(user, 'intake.manage') ? (
          <p>
            {`Data appears seconds after ${assistant} reports its first conversation. Connect it with an intake key, using our API or OpenTelemetry.`}
          </p>
        ) : (
          <p>
            {`Data appears seconds after ${assistant} reports its first conversation. A SuperAdmin of your company can connect it.`}
          </p>
        )}
        <Row as="p" gap={2} align="stretch" justify="center">
          {isOperator && (
            <Button component={Link} to={paths.companies()}>
              Open companies
            </Button>
          )}
          {can(user, 'intake.manage') && !isOperator && (
            <Button component={Link} to={paths.intakeKeys()}>
              Connect your assistant
            </Button>
          )}
          {isShort && isConnected && !isOperator && (
            <Button variant="default" onClick={() => scope.setRange(longest.range)}>
              Show the last 12 months
            </Button>
          )}
        </Row>
      </Stack>
    </EmptyState>
  );
}
