import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { describeZones } from '#contract/calendar/zone-names.ts';
import type { SkillFigures as Figures } from '#features/dashboard/contract/skill-figures.ts';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { formatEuroTotal } from '#features/money/contract/euros.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { formatDateTime, formatShortRange } from '#contract/calendar/formats.ts';
import { compareCounts, compareShares } from '#features/dashboard/contract/comparison.ts';
import { formatCount, formatPercent } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import { toRequestsSearch } from '#web/records/requests-address.ts';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { StatTiles, type StatTile } from '#web/ui/figures/stat-tiles.tsx';
import { TopList } from '#web/ui/figures/top-list.tsx';
import { NotListed } from '#web/ui/records/not-listed.tsx';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { datePresets } from '#web/records/range/date-presets.ts';
import { getDays, readFigureRange, toRangeQuery } from './figures-range.ts';
import { Block, Columns, Row, Text, look } from '#web/ui/layout/layout.tsx';
import { SkillTrend } from './skill-trend.tsx';
import { getFiguresQuery } from '../skills.queries.ts';

/** Usage events, cost, outcome and users of one skill in a range. */
export function SkillFigures({ id }: { id: string }) {
  const { timeZone } = useCurrentUser();
  const navigate = useNavigate();
  const address = useSearch({ strict: false });
  const [now] = useState(() => Date.now());
  const range = readFigureRange(address);
  const days = getDays(range, timeZone, now);
  const query = toRangeQuery(days, timeZone);
  const search = { skills: id, from: days.first, to: days.last };
  const {
    data: figures,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useQuery(getFiguresQuery(id, { ...query, compare: 'weeks' }));
  const choose = (chosen: string) => {
    const changed = { ...address, range: chosen === 'month' ? undefined : chosen };
    void navigate({ to: '.', search: changed, state: true, replace: true, resetScroll: false });
  };
  return (
    <Block as="section" above={16} aria-labelledby="skill-figures">
      <Row as="header" gap={4} rowGap={2} wrap below={5}>
        <h2 id="skill-figures">Usage</h2>
        <NativeSelect
          aria-label="Range"
          data={Object.entries(datePresets).map(([value, { label }]) => ({ value, label }))}
          value={range}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <Text size="sm" tone="faint">
          <span>{`${formatShortRange(figures ?? { from: query.from ?? '', to: query.to ?? '' }, timeZone)}, ${describeZones(timeZone, query.from, query.to)}`}</span>
          {figures && (
            <span>
              . Last updated <time dateTime={figures.date}>{formatDateTime(figures.date, timeZone)}</time>
            </span>
          )}
        </Text>
        <Link to={paths.logs()} search={search} {...look({ push: true, size: 'sm', breaks: 'never' })}>
          Conversation logs<span className="visually-hidden"> of this skill</span>
        </Link>
      </Row>
      <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {(figures || !error) && (
        <Block stale={isPlaceholderData} aria-busy={!figures || isPlaceholderData}>
          {figures && hasNothing(figures) ? (
            <EmptyState drawing="clock" text="This skill was not used in this period." />
          ) : (
            <FigureParts figures={figures} search={search} requests={{ skill: id, from: days.first, to: days.last }} />
          )}
        </Block>
      )}
    </Block>
  );
}

const isQuiet = ({ requests, conversations }: { requests: number; conversations: number }) =>
  requests === 0 && conversations === 0;

/** Neither in the range nor in the previous period. */
const hasNothing = (figures: Figures): boolean => isQuiet(figures) && isQuiet(figures.previous);

interface FigurePartsProps {
  figures: Figures | undefined;
  /** For links to the log. */
  search: object;
  /** For links to the billed requests. */
  requests: Parameters<typeof toRequestsSearch>[0];
}

/** To the requests of the range where the tile counts them, else to its conversations. */
function TileLink({ label, search, requests }: Omit<FigurePartsProps, 'figures'> & { label: string }) {
  const isBillingShown = can(useCurrentUser(), 'billing.read');
  const isOfRequests = label === 'Requests' || label === 'Cost';
  if (isOfRequests && !isBillingShown) return label;
  return isOfRequests ? (
    <Link to={paths.usage()} search={toRequestsSearch(requests)}>
      {label}
    </Link>
  ) : (
    <Link to={paths.logs()} search={search}>
      {label}
    </Link>
  );
}

/** Everything has its place and size while the figures are loading. */
function FigureParts({ figures, search, requests }: FigurePartsProps) {
  return (
    <>
      {!figures && (
        <span className="visually-hidden" role="status">
          Loading the figures
        </span>
      )}
      <StatTiles
        labels={tileLabels}
        tiles={figures && listTiles(figures)}
        renderLabel={(label) => <TileLink label={label} search={search} requests={requests} />}
      />
      <Row above={2} size="sm" tone="faint" tall>
        {figures ? <ComparedDays {...figures} /> : <SkeletonLine width="26rem" />}
      </Row>
      <Columns of={[13, 7]} gap={12} collapse="tablet" above={8}>
        <SkillTrend figures={figures} search={search} />
        <TopList
          title="Top users"
          unit="conversations"
          emptyText="No activity in this period."
          entries={figures?.topUsers.map(({ _id, firstName, lastName, isMapped, total }) => ({
            key: _id,
            name: `${firstName} ${lastName}`.trim(),
            label: (
              <>
                <Link to={paths.logs()} search={{ ...search, users: _id }} {...look({ tone: 'quiet' })}>
                  <span translate="no">{`${firstName} ${lastName}`.trim()}</span>
                </Link>
                <NotListed isMapped={isMapped} />
              </>
            ),
            total,
          }))}
        />
      </Columns>
    </>
  );
}

function ComparedDays({ previous, timeZone, cost }: Figures) {
  return (
    <p>{`Previous period, same weekdays: ${formatShortRange(previous, timeZone)}${cost === undefined ? '' : `. Costs are ${netWords}`}`}</p>
  );
}

const tileLabels = ['Requests', 'Cost', 'Success rate', 'Conversations'];

function listTiles({ requests, cost, successRate, conversations, previous }: Figures): StatTile[] {
  return [
    { value: formatCount(requests), comparison: compareCounts(requests, previous.requests) },
    cost === undefined || previous.cost === undefined
      ? {
          value: '–',
          exact: 'Your company’s administrators have restricted access to costs',
          comparison: compareCounts(0, 0),
        }
      : { value: formatEuroTotal(cost), comparison: compareCounts(cost, previous.cost) },
    {
      value: successRate === null ? '–' : formatPercent(successRate),
      ...(successRate === null && { exact: 'No conversation has finished yet' }),
      comparison: compareShares(successRate, previous.successRate),
      isJudged: true,
    },
    { value: formatCount(conversations), comparison: compareCounts(conversations, previous.conversations) },
  ];
}
