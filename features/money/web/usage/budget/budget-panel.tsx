import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { limitPlaces } from '#contract/attention/attention-kinds.ts';
import { allSkillsId } from '#features/money/contract/usage-ids.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import { formatShortDay } from '#contract/calendar/formats.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { toErrorWords } from '#web/api/error-words.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { judgeBudget } from './budget.ts';
import { useLimitMails } from './limit-mails.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { BudgetMeter } from './budget-meter.tsx';
import { Block, Columns, Row, Text, look } from '#web/ui/layout/layout.tsx';
import tiles from '#web/ui/figures/figures.module.css';
import styles from '../usage.module.css';
import { ForecastDialog } from './forecast-dialog.tsx';
import { formatEuroAmount, formatEuroTotal } from '#features/money/contract/euros.ts';

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
    <Block aria-label="Spending and limit" as="section" below={5} id={limitPlaces.account}>
      <Columns as="dl" of={3} collapse="phone" rule="strong-both">
        <Tile
          label="Spent"
          isWaiting={!usage}
          note={
            usage && (
              <Link
                to="."
                search={getSearch(allSkillsId)}
                state={{ openedHere: true }}
                {...look({ tone: 'quiet', whole: true })}
              >
                {formatCounted(usage.requests, 'requests')}
              </Link>
            )
          }
        >
          {usage && formatEuroTotal(usage.total)}
        </Tile>
        {isPresent && <LimitTile usage={usage} onSetLimit={onSetLimit} />}
        {isPresent && <ForecastTile usage={usage} />}
      </Columns>
      {isPresent && (
        <Block above={4} size="sm" tone="faint" tall={4.5}>
          {usage && <BudgetState usage={usage} />}
        </Block>
      )}
    </Block>
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
      {limit === null ? (
        <Text as="span" tone="faint">
          No limit
        </Text>
      ) : (
        formatEuroAmount(limit)
      )}
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
          <LinkButton isQuiet isWhole onClick={() => setOpen(true)}>
            <Band forecast={forecast} />
            <span className="visually-hidden">: how the forecast is calculated</span>
          </LinkButton>
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
  const { limit, total, spent, forecast } = usage;
  if (limit === null) return <p>No spending limit.</p>;
  const reachedOn = forecast?.limitReachedOn ?? undefined;
  const isReached = spent >= limit;
  return (
    <>
      <BudgetMeter
        budget={judgeBudget(spent, limit)}
        total={total}
        limit={limit}
        since={isReached ? (usage.reachedOn ?? reachedOn) : undefined}
      />
      {reachedOn !== undefined && !isReached && (
        <Text above={2} size="sm" tone="soft">
          {`The limit is expected to be reached on ${formatShortDay(reachedOn)}.`}
        </Text>
      )}
      <LimitEffect usage={usage} />
      <SilentLimit />
    </>
  );
}

/** Offers the e-mails about limits where they are off. */
function SilentLimit() {
  const { areOff, turnOn, isBusy } = useLimitMails();
  if (!areOff) return null;
  return (
    <Row above={2} gap={3} rowGap={1} wrap size="sm" tone="soft">
      <span>No one is notified when this limit is reached.</span>
      <LinkButton
        disabled={isBusy}
        onClick={() =>
          void turnOn().then(
            () => showToast('Administrators get e-mails at 50, 80 and 100% of each limit.'),
            (error: unknown) => showToast(toErrorWords(error), 'error'),
          )
        }
      >
        Turn on
      </LinkButton>
    </Row>
  );
}

/** Explains the effect of the limit on each intake key. */
function LimitEffect({ usage: { limitAction, keys, reachedOn } }: { usage: Usage }) {
  if (limitAction === 'warn') {
    return (
      <Text above={2} size="sm" tone="soft">
        This limit only warns: no assistant is stopped when it is reached.
      </Text>
    );
  }
  const isReached = reachedOn !== undefined;
  const list = (limits: Usage['keys'][number]['limits']) =>
    keys.filter((key) => key.limits === limits).map(({ name }) => name);
  const [enforced, reported] = [list('enforced'), list('reported')];
  return (
    <Block above={2} size="sm" tone="soft">
      {!isReached && <p>At the limit, assistants that check it before each run are stopped.</p>}
      {(enforced.length > 0 || isReached) && (
        <p>
          <span>{isReached ? `Stopped since ${formatShortDay(reachedOn)}: ` : 'Stopped: '}</span>
          <bdi>{enforced.join(', ') || 'no key, because none checks it before each run'}</bdi>
        </p>
      )}
      {reported.length > 0 && (
        <p>
          <span>{isReached ? 'Still running (report only): ' : 'Not stopped (report only): '}</span>
          <bdi>{reported.join(', ')}</bdi>.{' '}
          <a href="/api/docs#authorizationsCreate" target="_blank" rel="noreferrer">
            How to enforce limits
          </a>
        </p>
      )}
    </Block>
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
    <Block pad={[4, 6, 5]} shrink className={tiles.tile}>
      <Text as="dt" size="sm" tone="soft" breaks="anywhere">
        {label}
      </Text>
      <dd>
        <Row
          as="span"
          weight="medium"
          number
          breaks="anywhere"
          className={tiles.value}
          data-waiting={isWaiting || undefined}
        >
          {isWaiting ? <SkeletonLine width="55%" /> : children}
        </Row>
        <Block
          as="span"
          size="sm"
          tone="faint"
          number
          tall={1.75}
          className={styles.note}
          data-waiting={isWaiting || undefined}
        >
          {isWaiting ? <SkeletonLine width="35%" /> : note}
        </Block>
      </dd>
    </Block>
  );
}

function Band({ forecast }: { forecast: NonNullable<Usage['forecast']> }) {
  return forecast.low === forecast.high
    ? 'in line with recent days'
    : `${formatEuroAmount(forecast.low)} to ${formatEuroAmount(forecast.high)}`;
}
