import { Button, NativeSelect } from '@mantine/core';
import type { Usage } from '#contract/billing/usage.ts';
import { formatDateTime, formatLongDate, formatMonth } from '#contract/calendar/formats.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { RefreshIcon } from '../../ui/drawings/icons.tsx';
import styles from './usage-toolbar.module.css';
import type { UsageScope } from './use-usage-scope.ts';

interface UsageToolbarProps {
  scope: UsageScope;
  usage: Usage | undefined;
  isFetching: boolean;
  onRefresh: () => void;
}

/** Which month the figures are of, and how fresh they are. */
export function UsageToolbar({ scope, usage, isFetching, onRefresh }: UsageToolbarProps) {
  const { timeZone } = scope.user;
  const chosen = scope.period ?? scope.presentMonth;
  // The month of the address is offered in any case, also where it lies before the first run.
  const months = [...new Set([scope.presentMonth, ...(usage?.periods ?? []), chosen])].toSorted().toReversed();
  return (
    <section className={styles.toolbar} aria-label="Period of the figures">
      <NativeSelect
        aria-label="Period"
        className={styles.months}
        data={months.map((month) => ({ value: month, label: formatMonth(month) }))}
        value={chosen}
        onChange={(event) => scope.setPeriod(event.currentTarget.value)}
      />
      <div className={styles.period}>
        {usage ? <PeriodLine usage={usage} presentMonth={scope.presentMonth} /> : <WaitingLine />}
      </div>
      <div className={styles.refresh}>
        <p className={styles.updated} role="status">
          {usage && (
            <>
              Last updated <time dateTime={usage.date}>{formatDateTime(usage.date, timeZone)}</time>
            </>
          )}
        </p>
        <Button
          variant="default"
          leftSection={<RefreshIcon size={18} />}
          className={styles.button}
          data-turning={isFetching || undefined}
          onClick={onRefresh}
        >
          Refresh data
        </Button>
      </div>
    </section>
  );
}

/** Both lines of the period before they arrive. */
function WaitingLine() {
  return (
    <>
      <p>
        <SkeletonLine width="24rem" />
      </p>
      <p className={styles.zone}>
        <SkeletonLine width="7rem" />
      </p>
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
      <p className={styles.zone}>{timeZone}</p>
    </>
  );
}

/** Whether the figures are of a month; those of the former one stay on the page while new ones are on their way. */
export const isOfMonth = ({ days }: Usage, month: string): boolean => days[0]?.date.startsWith(month) ?? false;
