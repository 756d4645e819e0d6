import { FigureTable } from '../../ui/figures/figure-table.tsx';
import { RefreshBar } from '../../ui/figures/refresh-bar.tsx';
import { StatTiles, type StatTile } from '../../ui/figures/stat-tiles.tsx';
import { TopList } from '../../ui/figures/top-list.tsx';
import { toCountColumn, TrendPanel } from '../../ui/figures/trend-panel.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { fall, rise } from '../figures.ts';
import type { Family } from '../samples.ts';
import { longName, rightToLeftName, unbrokenName } from '../texts.ts';
import { toPoints } from '../trend-points.ts';

const noop = () => undefined;
const labels = ['Conversations', 'Users', 'Success rate', 'Cost'];
const tiles: readonly StatTile[] = [
  { value: '12.3K', exact: '12,345', comparison: rise, isJudged: true },
  { value: '9,876,543,210', comparison: fall, isJudged: true },
  { value: '94.2%', comparison: fall },
  { value: '–', note: 'Nothing was billed.' },
];

const entries = [
  { key: '1', name: 'Anna Keller', total: 1204, comparison: rise },
  { key: '2', name: longName, total: 1000, comparison: fall },
  { key: '3', name: unbrokenName, total: 12, comparison: rise },
  { key: '4', name: rightToLeftName, total: 1, comparison: fall },
];

const columns = [toCountColumn<{ key: string; title: string; line: number }>('Conversations', ({ line }) => line)];

function Trend({ count }: { count: number | undefined }) {
  return (
    <TrendPanel
      lineName="conversations"
      barName="users"
      step="day"
      points={count === undefined ? undefined : toPoints(count)}
      columns={columns}
      legend={{ line: '1,204 conversations', bar: '86 users', previous: 'Previous period' }}
      skeletonWidth="18rem"
      choice={{ hint: 'See the conversations', choose: noop }}
    />
  );
}

export const figures: Family = {
  title: 'Figures',
  samples: [
    {
      title: 'Stat tiles',
      render: () => ({
        normal: <StatTiles labels={labels} tiles={tiles} />,
        loading: <StatTiles labels={labels} tiles={undefined} />,
        'two, long, as links': (
          <StatTiles
            labels={[longName, unbrokenName]}
            tiles={tiles}
            renderLabel={(label) => <LinkButton isWhole>{label}</LinkButton>}
          />
        ),
      }),
    },
    {
      title: 'Top list',
      render: () => ({
        normal: <TopList title="Users" unit="conversations" emptyText="No users yet." entries={entries} />,
        empty: <TopList title="Users" unit="conversations" emptyText="No users yet." entries={[]} />,
        loading: <TopList title="Users" unit="conversations" emptyText="No users yet." entries={undefined} />,
      }),
    },
    {
      title: 'Trend panel',
      render: () => ({
        normal: <Trend count={30} />,
        one: <Trend count={1} />,
        none: <Trend count={0} />,
        loading: <Trend count={undefined} />,
      }),
    },
    {
      title: 'Figure table',
      render: () => ({
        normal: <FigureTable caption="Conversations" titleHead="Day" columns={columns} rows={toPoints(3)} />,
        empty: <FigureTable caption="Conversations" titleHead="Day" columns={columns} rows={[]} />,
      }),
    },
    {
      title: 'Refresh bar',
      render: () => ({
        normal: <RefreshBar updatedAt="14:05" isFetching={false} onRefresh={noop} />,
        live: <RefreshBar updatedAt="14:05" isFetching={false} onRefresh={noop} isLive />,
        fetching: <RefreshBar updatedAt="14:05" isFetching onRefresh={noop} isLive={false} />,
        'before the first': <RefreshBar updatedAt={undefined} isFetching onRefresh={noop} isPolling />,
      }),
    },
  ],
};
