import { memo } from 'react';
import type { MouseEvent } from 'react';
import type { Integration } from '#contract/integrations/integrations.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { Dropdown, DropdownItem } from '../../../ui/dropdown.tsx';
import { HighlightedText } from '../../../ui/records/highlighted-text.tsx';
import { MoreIcon } from '../../../ui/drawings/icons.tsx';
import { StatusBadge } from '../../../ui/records/status-badge.tsx';
import styles from './integrations-list.module.css';
import type { ListedIntegration } from './listed-integrations.ts';

interface IntegrationRowProps {
  listed: ListedIntegration;
  /** Place among the found integrations, from 0. */
  index: number;
  search: string;
  timeZone: string;
  onOpen: (path: string) => void;
  onDelete: (integration: Integration) => void;
  measure: (row: HTMLTableRowElement | null) => void;
}

/** One integration: its name leads to the form, and its menu does the same and deletes. */
export const IntegrationRow = memo(function IntegrationRow(props: IntegrationRowProps) {
  const { listed, index, search, timeZone, onOpen, onDelete, measure } = props;
  const { integration, labels, path } = listed;
  const openHere = (event: MouseEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(path);
  };
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      <td data-wrap="anywhere">
        {/* The router's own link, once for every row, would cost more than the row. */}
        <a href={path} className={styles.name} title={labels.name} onClick={openHere}>
          <bdi>
            <HighlightedText text={labels.name} query={search} />
          </bdi>
        </a>
      </td>
      <td data-wrap="anywhere">
        <HighlightedText text={labels.provider} query={search} />
      </td>
      <td data-wrap="anywhere">
        <HighlightedText text={labels.service} query={search} />
      </td>
      <td>
        <StatusBadge tone={integration.status ? 'green' : 'red'} label={labels.status} />
        {integration.lastTest?.ok === false && (
          <span className={styles.failed}>
            Last test failed,{' '}
            <time dateTime={integration.lastTest.at}>{formatDateTime(integration.lastTest.at, timeZone)}</time>
          </span>
        )}
      </td>
      <td data-align="end">
        <Dropdown label={`Options of ${labels.name}`} button={<MoreIcon />}>
          <DropdownItem onSelect={() => onOpen(path)}>Edit service</DropdownItem>
          <DropdownItem tone="danger" onSelect={() => onDelete(integration)}>
            Delete service
          </DropdownItem>
        </Dropdown>
      </td>
    </tr>
  );
});
