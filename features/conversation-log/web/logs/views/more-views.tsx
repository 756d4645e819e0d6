import { Link } from '@tanstack/react-router';
import type { LogViewCount } from '#features/conversation-log/contract/log-views.ts';
import { ChevronDownIcon } from '#web/ui/drawings/icons.tsx';
import { Dropdown, DropdownDivider, DropdownItem, DropdownLink } from '#web/ui/dropdown.tsx';
import { Text } from '#web/ui/layout/layout.tsx';
import styles from '../logs.module.css';
import { describeCount, type ListedView } from './listed-views.ts';

interface MoreViewsProps {
  /** Views that do not stand beside it. */
  views: readonly ListedView[];
  /** The one of them that the log shows. */
  chosen: ListedView | undefined;
  counts: ReadonlyMap<string, LogViewCount>;
  toSearch: (view: ListedView) => object;
  /** Undefined without saved views. */
  onManage: (() => void) | undefined;
}

/** A menu of the views for which the line has no room, each with its count, and the way to change saved ones. */
export function MoreViews({ views, chosen, counts, toSearch, onManage }: MoreViewsProps) {
  if (views.length === 0 && !onManage) return null;
  return (
    <Dropdown
      label={chosen ? `More views, ${chosen.name} chosen` : 'More views'}
      button={
        <>
          <Text as="span" measure={6.5} breaks="clip" className={styles.viewName}>
            {chosen?.name ?? 'More'}
          </Text>
          <ChevronDownIcon size={14} />
        </>
      }
    >
      {views.map((view) => (
        <DropdownLink
          key={view.key}
          renderLink={(props) => (
            <Link
              {...props}
              to="."
              search={toSearch(view)}
              resetScroll={false}
              activeProps={{}}
              aria-current={view === chosen ? 'page' : undefined}
            />
          )}
        >
          {view.name}
          <ViewCount text={describeCount(counts.get(view.key))} />
        </DropdownLink>
      ))}
      {views.length > 0 && onManage && <DropdownDivider />}
      {onManage && <DropdownItem onSelect={onManage}>Manage saved views</DropdownItem>}
    </Dropdown>
  );
}

/** The number beside a name; screen readers are given what it counts. */
export function ViewCount({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <>
      {' '}
      <Text as="span" beside={1} tone="soft" number>
        {text}
      </Text>{' '}
      <span className="visually-hidden">{text === '1' ? 'conversation' : 'conversations'}</span>
    </>
  );
}
