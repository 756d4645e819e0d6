import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { allSkillsId } from '#contract/billing/usage-ids.ts';
import type { Usage } from '#contract/billing/usage.ts';
import { formatLongDay } from '#contract/calendar/formats.ts';
import { formatCounted } from '../../../lib/numbers.ts';
import { useOverlayInUrl } from '../../../records/use-overlay-in-url.ts';
import { SkeletonLine } from '../../../ui/feedback/skeleton-line.tsx';
import { judgeBudget } from './budget.ts';
import { BudgetMeter } from './budget-meter.tsx';
import styles from './budget-panel.module.css';
import { ForecastDialog } from './forecast-dialog.tsx';
import { formatEuroAmount, formatEuroTotal } from '#contract/billing/euros.ts';

interface BudgetPanelProps {
  /** Undefined while it is loading; everything then has its place and size already. */
  usage: Usage | undefined;
  isPresent: boolean;
  /** Undefined for users who may not set limits. */
  onSetLimit: (() => void) | undefined;
}

/** Spending, limit and forecast. Limit and forecast are of the present month only. */
export function BudgetPanel({ usage, isPresent, onSetLimit }: BudgetPanelProps) {
  const { getSearch } = useOverlayInUrl('skill');
  return (
    <section aria-label="Spending and limit" className={styles.panel}>
      <dl className={styles.tiles}>
        <Tile
          label="Spent"
          isWaiting={!usage}
          note={
            usage && (
              <Link to="." search={getSearch(allSkillsId)} state={{ openedHere: true }} className={styles.link}>
                {formatCounted(usage.requests, 'requests')}
              </Link>
            )
          }
        >
          {usage && formatEuroTotal(usage.total)}
        </Tile>
        {isPresent && <LimitTile usage={usage} onSetLimit={onSetLimit} />}
        {isPresent && <ForecastTile usage={usage} />}
      </dl>
      {isPresent && <div className={styles.state}>{usage && <BudgetState usage={usage} />}</div>}
    </section>
  );
}

function LimitTile({ usage, onSetLimit }: Pick<BudgetPanelProps, 'usage' | 'onSetLimit'>) {
  const limit = usage?.limit ?? null;
  const button = onSetLimit && (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${limit === null ? 'Set' : 'Change'} account limit`}
      onClick={onSetLimit}
    >
      {limit === null ? 'Set limit' : 'Change limit'}
    </Button>
  );
  return (
    <Tile label="Limit" isWaiting={!usage} note={button ?? 'per calendar month'}>
      {limit === null ? <span className={styles.none}>No limit</span> : formatEuroAmount(limit)}
    </Tile>
  );
}

/** The whole tile opens what the forecast is made of. */
function ForecastTile({ usage }: { usage: Usage | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const forecast = usage?.forecast;
  return (
    <Tile
      label="Forecast for month end"
      isWaiting={!usage}
      note={
        forecast ? (
          <button type="button" className={styles.link} onClick={() => setOpen(true)}>
            <Band forecast={forecast} />
            <span className="visually-hidden">: how the forecast is calculated</span>
          </button>
        ) : (
          'A forecast appears after two weeks of usage.'
        )
      }
    >
      <span>{forecast ? formatEuroAmount(forecast.total) : '–'}</span>
      {usage && forecast && isOpen && (
        <ForecastDialog forecast={forecast} spent={usage.total} onClose={() => setOpen(false)} />
      )}
    </Tile>
  );
}

/** The spending against the limit. */
function BudgetState({ usage }: { usage: Usage }) {
  const { limit, total, spent } = usage;
  if (limit === null) return <p>No spending limit is set: assistants run paid skills without a limit.</p>;
  return (
    <>
      <BudgetMeter budget={judgeBudget(spent, limit)} total={total} limit={limit} />
      <Reached usage={usage} />
      <LimitEffect usage={usage} />
    </>
  );
}

/** Explains the effect of the limit on each intake key. */
function LimitEffect({ usage: { limitAction, keys } }: { usage: Usage }) {
  if (limitAction === 'warn') {
    return <p className={styles.effect}>This limit only warns: no assistant is stopped when it is reached.</p>;
  }
  const list = (limits: Usage['keys'][number]['limits']) =>
    keys.filter((key) => key.limits === limits).map(({ name }) => name);
  const [enforced, reported] = [list('enforced'), list('reported')];
  return (
    <div className={styles.effect}>
      <p>When it is reached, assistants that ask before each run can no longer run paid skills.</p>
      {enforced.length > 0 && (
        <p>
          Stopped: <bdi>{enforced.join(', ')}</bdi>
        </p>
      )}
      {reported.length > 0 && (
        <p>
          Not stopped, because they only report: <bdi>{reported.join(', ')}</bdi>
        </p>
      )}
    </div>
  );
}

interface TileProps {
  label: string;
  isWaiting: boolean;
  note: ReactNode;
  children: ReactNode;
}

function Tile({ label, isWaiting, note, children }: TileProps) {
  return (
    <div className={styles.tile}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.value} data-waiting={isWaiting || undefined}>
          {isWaiting ? <SkeletonLine width="55%" /> : children}
        </span>
        <span className={styles.note} data-waiting={isWaiting || undefined}>
          {isWaiting ? <SkeletonLine width="35%" /> : note}
        </span>
      </dd>
    </div>
  );
}

function Band({ forecast }: { forecast: NonNullable<Usage['forecast']> }) {
  return forecast.low === forecast.high
    ? 'in line with recent days'
    : `${formatEuroAmount(forecast.low)} to ${formatEuroAmount(forecast.high)}`;
}

/** The day on which the limit is reached, where it is. */
function Reached({ usage: { forecast, spent, limit } }: { usage: Usage }) {
  if (!forecast || limit === null || forecast.limitReachedOn === null) return null;
  const day = formatLongDay(forecast.limitReachedOn);
  return (
    <p className={styles.reached}>
      {spent >= limit ? `The limit was reached on ${day}.` : `The limit is expected to be reached on ${day}.`}
    </p>
  );
}
