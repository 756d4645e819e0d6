import { useMemo } from 'react';
import { addEuros, formatEuroAmount, formatEuroTotal } from '#features/money/contract/euros.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import { formatLongDay } from '#contract/calendar/formats.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { FigureTable } from '#web/ui/figures/figure-table.tsx';
import { Block, Row } from '#web/ui/layout/layout.tsx';
import styles from '../usage.module.css';

interface ForecastDialogProps {
  forecast: NonNullable<Usage['forecast']>;
  /** The shown cost of the month so far. */
  spent: number;
  onClose: () => void;
}

interface ExpectedDay {
  key: string;
  title: string;
  /** Expected cost of the rest of the day. */
  cost: number;
  sum: number;
}

const columns = [
  { head: 'Expected', renderCell: ({ cost }: ExpectedDay) => formatEuroAmount(cost) },
  { head: 'Total', renderCell: ({ sum }: ExpectedDay) => formatEuroAmount(sum) },
];

/** The parts of the forecast: what is spent, and what each remaining day is expected to add. */
export function ForecastDialog({ forecast, spent, onClose }: ForecastDialogProps) {
  const days = useMemo(() => toExpectedDays(forecast, spent), [forecast, spent]);
  return (
    <Dialog opened onClose={onClose} title="How the forecast is calculated">
      <p>
        {`Each remaining day is expected to cost what is usual for its weekday: the median of the last 8 weeks, so that one exceptional day changes little. Today counts with at least what has already been spent. In 8 of 10 cases the month ends between ${formatEuroAmount(forecast.low)} and ${formatEuroAmount(forecast.high)}.`}
      </p>
      <Block as="dl" above={4} below={4} number className={styles.parts}>
        <Part name="Spent so far" amount={formatEuroTotal(spent)} />
        <Part
          name="Expected until the end of the month"
          amount={formatEuroAmount(addEuros([forecast.total, -spent]))}
        />
        <Part name="Forecast for month end" amount={formatEuroAmount(forecast.total)} />
      </Block>
      <Block above={6}>
        <FigureTable caption="Expected cost by day" titleHead="Day" columns={columns} rows={days} />
      </Block>
    </Dialog>
  );
}

function Part({ name, amount }: { name: string; amount: string }) {
  return (
    <Row gap={4} pad={[2, 0]} align="stretch" justify="between" rule="below">
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </Row>
  );
}

function toExpectedDays({ days }: ForecastDialogProps['forecast'], spent: number): ExpectedDay[] {
  return days.map(({ date, total }, place) => ({
    key: date,
    title: formatLongDay(date),
    cost: addEuros([total, -(days[place - 1]?.total ?? spent)]),
    sum: total,
  }));
}
