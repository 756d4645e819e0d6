import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';

import { Row, Stack, Text, look } from '#web/ui/layout/layout.tsx';
import styles from '../logs.module.css';
import type { useLogFilter } from '../filters/use-log-filter.ts';
import {
  describeCount,
  describeOwner,
  isCurrentView,
  listViews,
  toViewFilters,
  type ListedView,
} from './listed-views.ts';
import { MoreViews, ViewCount } from './more-views.tsx';
import { useFitting } from './use-fitting.ts';
import { useLogViews, useViewCounts } from './views.queries.ts';

const ViewsDialog = lazy(async () => ({ default: (await import('./views-dialog.tsx')).ViewsDialog }));
const LostView = lazy(async () => ({ default: (await import('./lost-view.tsx')).LostView }));
const SaveViewDialog = lazy(async () => ({ default: (await import('./save-view-dialog.tsx')).SaveViewDialog }));

/** Saved views beside the fixed ones, where they fit; the menu has the others. */
const mostShown = 3;

interface LogViewsProps extends Pick<ReturnType<typeof useLogFilter>, 'filter' | 'toAddress'> {
  /** Whether the list has been loaded, which the counts wait for. */
  isLoaded: boolean;
}

/** The views of the log, each an address with its filters; period and words of the search stay. */
export function LogViews({ filter, toAddress, isLoaded }: LogViewsProps) {
  const viewer = useCurrentUser();
  const [opened, setOpened] = useState<'views' | 'save'>();
  const { view: namedId } = useSearch({ strict: false }) as { view?: unknown };
  const { data = [], isSuccess } = useLogViews(isLoaded);
  const counts = useViewCounts(filter, isLoaded);
  const { fixed, saved } = listViews({ userId: viewer.id, mayReview: can(viewer, 'transcripts.read-all') }, data);
  const current = [...fixed, ...saved].filter((view) => isCurrentView(filter, view, namedId));
  const lost = current.find((view) => view.saved && view.saved.lost.length > 0)?.saved;
  const list = useRef<HTMLElement>(null);
  const fitting = useFitting(list);
  const shown = [...fixed, ...saved.filter((view, place) => place < mostShown || current.includes(view))];
  const inMenu = [...fixed, ...saved].filter((view) => !shown.slice(0, fitting).includes(view));
  const filters = toViewFilters(filter);
  // A user of the provider has no views in a company.
  const isNew = isSuccess && current.length === 0 && viewer.homeCompanyName === null;
  const toSearch = ({ search: { view, ...search } }: ListedView) => ({
    ...toAddress(search),
    ...(view !== undefined && { view }),
  });
  const close = () => setOpened(undefined);
  return (
    <Stack gap={1} className={styles.viewBar}>
      <Row gap={2} className={styles.viewBar}>
        <Row as="nav" ref={list} gap={1} wrap className={styles.viewList} aria-label="Views">
          {shown.map((view, place) => (
            <Link
              key={view.key}
              to="."
              search={toSearch(view)}
              resetScroll={false}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={current.includes(view) ? 'page' : undefined}
              data-beyond={place >= fitting || undefined}
              title={view.saved && (describeOwner(view.saved) ?? view.name)}
              {...look({ pad: [1, 2], size: 'sm', tone: 'soft', breaks: 'never' })}
            >
              <Text as="span" measure={6.5} breaks="clip" className={styles.viewName}>
                {view.name}
              </Text>
              <ViewCount text={describeCount(counts.get(view.key))} />
            </Link>
          ))}
        </Row>
        <MoreViews
          views={inMenu}
          chosen={inMenu.find((view) => current.includes(view))}
          counts={counts}
          toSearch={toSearch}
          onManage={saved.length > 0 ? () => setOpened('views') : undefined}
        />
        {isNew && (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpened('save')}>
            Save view
          </Button>
        )}
      </Row>
      <Suspense>
        {lost && <LostView view={lost} />}
        {opened === 'save' && <SaveViewDialog filters={filters} onClose={close} />}
        {opened === 'views' && (
          <ViewsDialog
            views={saved}
            counts={counts}
            filters={isNew ? filters : undefined}
            toSearch={toSearch}
            onClose={close}
          />
        )}
      </Suspense>
    </Stack>
  );
}
