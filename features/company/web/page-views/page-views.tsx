import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatShortDay } from '#contract/calendar/formats.ts';
import type { PageViewCounts, ViewDays } from '#features/company/contract/page-views.ts';
import { queries } from '#web/api/queries.ts';
import { formatCount, formatCounted } from '#web/lib/numbers.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { describePath } from './describe-path.ts';
import { Block, Columns, Text, look } from '#web/ui/layout/layout.tsx';

const ranges: readonly { value: `${ViewDays}`; label: string }[] = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
];

interface PageViewsProps {
  /** The name of the page at an address; undefined without one. */
  findName: (path: string) => string | undefined;
}

/** A page with its views at all of its addresses. */
interface ViewedPage {
  /** That with the most views. */
  readonly path: string;
  readonly name: string;
  readonly views: number;
}

const pageColumns = defineColumns<ViewedPage>([
  {
    key: 'path',
    isName: true,
    label: 'Page',
    overflow: 'anywhere',
    cell: ({ path, name }) => <PageLink path={path} name={name} />,
  },
  { key: 'views', label: 'Views', width: '8rem', align: 'end', text: ({ views }) => formatCount(views) },
]);

interface DayContext {
  onChoose: (date: string) => void;
}

const dayColumns = defineColumns<PageViewCounts['days'][number], DayContext>([
  {
    key: 'date',
    label: 'Day (UTC)',
    text: ({ date }) => formatShortDay(date),
    cell: ({ date, views }, { onChoose }) => <DayButton date={date} views={views} onChoose={onChoose} />,
  },
  { key: 'views', label: 'Views', width: '8rem', align: 'end', text: ({ views }) => formatCount(views) },
]);

/** How often each page of the portal was viewed, in all companies together; for the provider. */
export function PageViews({ findName }: PageViewsProps) {
  const [days, setDays] = useState<`${ViewDays}`>('30');
  const [chosenDay, setChosenDay] = useState<string>();
  const { data, error, refetch, isFetching } = useQuery(
    queries.pageViews.list.queryOptions({
      input: { query: chosenDay === undefined ? { days } : { days, date: chosenDay } },
      placeholderData: keepPreviousData,
    }),
  );
  function chooseRange(range: `${ViewDays}`) {
    setDays(range);
    setChosenDay(undefined);
  }
  return (
    <Block above={12}>
      <ChartPanel
        title="Page views"
        note={
          data && (
            <>
              <span>{`${formatCounted(data.total, 'views')}, counted without names or addresses. `}</span>
              {chosenDay !== undefined && (
                <>
                  <span>{`Pages of ${formatShortDay(chosenDay)}. `}</span>
                  <LinkButton onClick={() => setChosenDay(undefined)}>Show all days</LinkButton>
                </>
              )}
            </>
          )
        }
        action={
          <Block breadth={10}>
            <NativeSelect
              aria-label="Range of the page views"
              data={[...ranges]}
              value={days}
              onChange={({ currentTarget }) => chooseRange(currentTarget.value as `${ViewDays}`)}
            />
          </Block>
        }
      >
        <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
        {(data || !error) && (
          <Columns of="22rem" gap={8} align="start">
            <RecordTable
              caption="Page views by page"
              columns={pageColumns}
              rows={data && sumByName(data.pages, findName)}
              context={undefined}
              getKey={({ path }) => path}
              loadingLabel="Loading the page views"
              skeletonRowCount={7}
              empty={<Text tone="soft">No page was viewed in this period.</Text>}
            />
            <RecordTable
              caption="Page views by day"
              columns={dayColumns}
              rows={data?.days.toReversed()}
              context={{ onChoose: setChosenDay }}
              getKey={({ date }) => date}
              loadingLabel="Loading the page views by day"
              skeletonRowCount={7}
              empty={null}
            />
          </Columns>
        )}
      </ChartPanel>
    </Block>
  );
}

interface DayButtonProps extends DayContext {
  date: string;
  views: number;
}

/** A day with views leads to the pages that were viewed on it. */
function DayButton({ date, views, onChoose }: DayButtonProps) {
  const words = formatShortDay(date);
  if (views === 0) return words;
  return (
    <LinkButton isQuiet title="See the pages of this day" onClick={() => onChoose(date)}>
      {words}
    </LinkButton>
  );
}

/** A page that has one address can be opened; one of a record has a pattern. */
function PageLink({ path, name }: Pick<ViewedPage, 'path' | 'name'>) {
  if (!path.startsWith('/') || path.includes('$')) return name;
  return (
    <Link to={path} title={path} {...look({ tone: 'quiet' })}>
      {name}
    </Link>
  );
}

/** The pages, each with all of its addresses, the most viewed first. */
function sumByName(pages: PageViewCounts['pages'], findName: PageViewsProps['findName']): ViewedPage[] {
  const named = pages.map(({ path, views }) => {
    const described = describePath(path);
    return { path: described, name: findName(described) ?? described, views };
  });
  return [...Map.groupBy(named, ({ name }) => name).values()]
    .flatMap(([first, ...others]) =>
      first ? [{ ...first, views: others.reduce((sum, { views }) => sum + views, first.views) }] : [],
    )
    .toSorted((one, other) => other.views - one.views);
}
