import { NativeSelect } from '@mantine/core';
import { formatShortRange } from '#contract/calendar/formats.ts';
import type { AnalyticsStats } from '#features/dashboard/contract/analytics.ts';
import type { ShownComparison, useAnalyticsScope } from '#web/records/range/use-analytics-scope.ts';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { Block, Row } from '#web/ui/layout/layout.tsx';
import styles from './dashboard.module.css';

const comparisonLabels: Readonly<Record<ShownComparison, string>> = {
  weeks: 'Previous period, same weekdays',
  months: 'Earlier months, same days',
};

interface ComparedDaysProps {
  /** Undefined while they are loading. */
  stats: AnalyticsStats | undefined;
  scope: ReturnType<typeof useAnalyticsScope>;
}

/** The period that the range above is compared with, or the progress of the demo while its months are being sent. */
export function ComparedDays(props: ComparedDaysProps) {
  return (
    <Block below={4} size="sm" tone="faint" className={styles.compared}>
      <Compared {...props} />
    </Block>
  );
}

function Compared({ stats, scope }: ComparedDaysProps) {
  if (!stats) return <SkeletonLine width="26rem" />;
  if (stats.demo) return <DemoProgress {...stats.demo} />;
  const { previous, timeZone } = stats;
  return (
    <>
      <NativeSelect
        aria-label="Compared with"
        size="xs"
        data={Object.entries(comparisonLabels).map(([value, label]) => ({ value, label }))}
        value={scope.compare}
        onChange={(event) => scope.setCompare(event.currentTarget.value as ShownComparison)}
      />
      <p>{`${formatShortRange(stats, timeZone)} against ${formatShortRange(previous, timeZone)}`}</p>
    </>
  );
}

function DemoProgress({ done, total }: { done: number; total: number }) {
  return (
    <Row
      pad={[0, 4]}
      gap={6}
      justify="between"
      card="accent"
      size="sm"
      tone="ink"
      number
      full
      className={styles.progress}
    >
      <p id="demo-progress">{`Demo conversations are loading: ${done} of ${total} months`}</p>
      <progress aria-labelledby="demo-progress" max={Math.max(total, 1)} value={done} />
    </Row>
  );
}
