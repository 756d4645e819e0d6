import { NativeSelect } from '@mantine/core';
import { describeZones } from '#contract/calendar/zone-names.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import { formatDateTime, formatLongDate, formatMonth } from '#contract/calendar/formats.ts';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { RefreshBar } from '#web/ui/figures/refresh-bar.tsx';
import { PrintedFacts } from '#web/ui/text/printed-facts.tsx';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import styles from './usage.module.css';
import type { UsageScope } from './use-usage-scope.ts';

interface UsageToolbarProps {
  scope: UsageScope;
  usage: Usage | undefined;
  isFetching: boolean;
  isLive: boolean;
  onRefresh: () => void;
}

/** Month of the figures, and how fresh they are. */
export function UsageToolbar({ scope, usage, isFetching, isLive, onRefresh }: UsageToolbarProps) {
  const { timeZone } = scope.user;
  const chosen = scope.period ?? scope.presentMonth;
  // The month of the address is always an option, also before the first usage event.
  const months = [...new Set([scope.presentMonth, ...(usage?.periods ?? []), chosen])].toSorted().toReversed();
  return (
    <>
      {usage && <PrintedFacts facts={toPrintedFacts(usage, scope.user.companyName)} />}
      <Row as="section" gap={5} rowGap={3} wrap below={6} tall={2.75} aria-label="Period of the figures" data-unprinted>
        <Block breadth={11}>
          <NativeSelect
            aria-label="Period"
            data={months.map((month) => ({ value: month, label: formatMonth(month) }))}
            value={chosen}
            onChange={(event) => scope.setPeriod(event.currentTarget.value)}
          />
        </Block>
        <div className={styles.period}>
          {usage ? <PeriodLine usage={usage} presentMonth={scope.presentMonth} /> : <WaitingLine />}
        </div>
        <RefreshBar
          updatedAt={usage && formatDateTime(usage.date, timeZone)}
          isFetching={isFetching}
          isLive={isLive}
          onRefresh={onRefresh}
        />
      </Row>
    </>
  );
}

const toPrintedFacts = ({ period, timeZone, date }: Usage, companyName: string) => ({
  Company: companyName,
  Period: `${formatLongDate(period.start, timeZone)} - ${formatLongDate(period.end, timeZone)}`,
  'Time zone': describeZones(timeZone, period.start, period.end),
  'Figures of': formatDateTime(date, timeZone),
});

function WaitingLine() {
  return (
    <>
      <p>
        <SkeletonLine width="26rem" />
      </p>
      <Text size="sm" tone="faint">
        <SkeletonLine width="7rem" />
      </Text>
    </>
  );
}

function PeriodLine({ usage, presentMonth }: { usage: Usage; presentMonth: string }) {
  const { period, timeZone } = usage;
  const range = `${formatLongDate(period.start, timeZone)} - ${formatLongDate(period.end, timeZone)}`;
  const isPresent = isOfMonth(usage, presentMonth);
  return (
    <>
      <p>{`${isPresent ? 'Current period' : 'Earlier period'}: ${range}`}</p>
      <Text size="sm" tone="faint">
        {describeZones(timeZone, period.start, period.end)}
      </Text>
    </>
  );
}

/** Whether the figures are of the month. Those of the former month stay on the page while new ones are loading. */
export const isOfMonth = ({ days }: Usage, month: string): boolean => days[0]?.date.startsWith(month) ?? false;
