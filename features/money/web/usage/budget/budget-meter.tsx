import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { formatShortDay } from '#contract/calendar/formats.ts';
import type { Budget } from './budget.ts';
import { Row, Text } from '#web/ui/layout/layout.tsx';
import styles from '../usage.module.css';
import { formatEuroAmount, formatEuroTotal } from '#features/money/contract/euros.ts';

const marks = [50, 80];

interface BudgetMeterProps {
  budget: Budget;
  total: number;
  limit: number;
  /** The day on which the limit was reached. */
  since: string | undefined;
}

/** The spent share of the limit as a bar with its thresholds, and in words. */
export function BudgetMeter({ budget, total, limit, since }: BudgetMeterProps) {
  const { tone, share, percent } = budget;
  const words = since === undefined ? budget.words : `${budget.words} since ${formatShortDay(since)}`;
  const sums = `${formatEuroTotal(total)} of ${formatEuroAmount(limit)}`;
  return (
    <div>
      <div
        className={styles.track}
        role="meter"
        aria-label="Share of the limit spent"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(percent)}
        aria-valuetext={`${sums}. ${words}`}
      >
        <span className={styles.fill} data-tone={tone} style={{ width: `${percent}%` }} />
        {marks.map((mark) => (
          <span key={mark} className={styles.mark} style={{ left: `${mark}%` }} />
        ))}
      </div>
      <Row gap={6} rowGap={1} align="stretch" justify="between" wrap above={2} size="sm">
        <StatusBadge tone={tone} label={words} />
        <Text tone="soft" number>{`${sums}${share === undefined ? '' : ` · ${share}`}`}</Text>
      </Row>
    </div>
  );
}
