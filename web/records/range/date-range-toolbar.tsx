import { Checkbox } from '@mantine/core';
import { formatDateTime, formatShortRange, type Moment } from '#contract/calendar/formats.ts';
import { describeZones } from '#contract/calendar/zone-names.ts';
import { RefreshBar } from '../../ui/figures/refresh-bar.tsx';
import { PrintedFacts } from '../../ui/text/printed-facts.tsx';
import { DateRangePicker } from './date-range-picker.tsx';
import { Row } from '../../ui/layout/layout.tsx';
import type { useAnalyticsScope } from './use-analytics-scope.ts';

interface DateRangeToolbarProps {
  scope: ReturnType<typeof useAnalyticsScope>;
  /** When the figures were made; undefined before the first. */
  updatedAt: Moment | undefined;
  isFetching: boolean;
  onRefresh: () => void;
  isLive?: boolean;
  isPolling?: boolean;
}

/** Range and technical users of the figures, and how fresh they are. */
export function DateRangeToolbar({ scope, updatedAt, ...refresh }: DateRangeToolbarProps) {
  const { timeZone } = scope.user;
  return (
    <>
      <PrintedFacts facts={toPrintedFacts(scope, updatedAt)} />
      <Row as="section" gap={6} rowGap={3} wrap below={4} tall aria-label="Range of the figures" data-unprinted>
        <DateRangePicker range={scope.range} timeZone={timeZone} onChange={scope.setRange} />
        {scope.canIncludeTechnicalUsers && (
          <Checkbox
            label="Show Technical Users"
            checked={scope.technicalUsers}
            onChange={(event) => scope.setTechnicalUsers(event.currentTarget.checked)}
          />
        )}
        <RefreshBar
          updatedAt={updatedAt === undefined ? undefined : formatDateTime(updatedAt, timeZone)}
          {...refresh}
        />
      </Row>
    </>
  );
}

function toPrintedFacts(
  { user, range, technicalUsers }: DateRangeToolbarProps['scope'],
  updatedAt: DateRangeToolbarProps['updatedAt'],
) {
  const { timeZone, companyName } = user;
  return {
    Company: companyName,
    Period: formatShortRange(range, timeZone),
    'Time zone': describeZones(timeZone, range.from, range.to),
    'Technical users': technicalUsers && 'Included',
    'Figures of': updatedAt !== undefined && formatDateTime(updatedAt, timeZone),
  };
}
