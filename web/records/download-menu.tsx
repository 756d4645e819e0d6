import { Button, Progress } from '@mantine/core';
import { Fragment, useRef, useState } from 'react';
import type { RowFormat } from '#contract/row-formats.ts';
import { downloadRows } from '../api/download-rows.ts';
import type { RowProgress } from '../api/download-rows.ts';
import type { CallInput } from '../api/contract-request.ts';
import { toErrorWords } from '../api/error-words.ts';
import { formatCount, formatCounted } from '../lib/numbers.ts';
import { saveFile } from '../lib/save-file.ts';
import { ChevronDownIcon } from '../ui/drawings/icons.tsx';
import { Dropdown, DropdownDivider, DropdownItem } from '../ui/dropdown.tsx';
import { showToast } from '../ui/feedback/toast-store.ts';
import styles from './download-menu.module.css';

const formats: readonly { format: RowFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'excel', label: 'CSV for Excel' },
  { format: 'jsonl', label: 'JSON Lines' },
];

/** What of a page is downloaded: an endpoint, and its input for a format. */
export interface Downloadable {
  /** Such as 'Conversations', where there is more than one. */
  readonly title?: string;
  readonly endpoint: readonly [group: string, name: string];
  readonly toInput: (format: RowFormat) => CallInput;
}

interface DownloadMenuProps {
  /** For screen readers, such as 'Download conversations'. */
  label: string;
  choices: readonly Downloadable[];
  onDone?: () => void;
}

/** Rows that an endpoint of `exports` finds by a filter. */
export const toDownloadable = (name: string, filter: object, title?: string): Downloadable => ({
  ...(title !== undefined && { title }),
  endpoint: ['exports', name],
  toInput: (format) => ({ body: { ...filter, format } }),
});

/** A menu that downloads what a page shows, of all its pages, with the rows so far and a button to cancel. */
export function DownloadMenu({ label, choices, onDone }: DownloadMenuProps) {
  const { progress, start, cancel } = useRowDownload(onDone);
  if (progress) return <DownloadProgress {...progress} onCancel={cancel} />;
  return (
    <Dropdown
      label={label}
      isFramed
      button={
        <>
          Download
          <ChevronDownIcon size={14} />
        </>
      }
    >
      {choices.map((choice, place) => (
        <Fragment key={choice.endpoint.join(' ')}>
          {choice.title !== undefined && <DropdownDivider label={choice.title} isFirst={place === 0} />}
          {formats.map(({ format, label: words }) => (
            <DropdownItem
              key={format}
              onSelect={() => void start(choice, format)}
              {...(choice.title !== undefined && { label: `${words}, ${choice.title}` })}
            >
              {words}
            </DropdownItem>
          ))}
        </Fragment>
      ))}
    </Dropdown>
  );
}

function DownloadProgress({ rows, total, onCancel }: RowProgress & { onCancel: () => void }) {
  const words =
    total === undefined ? formatCounted(rows, 'rows') : `${formatCount(rows)} of ${formatCounted(total, 'rows')}`;
  return (
    <div className={styles.progress}>
      <div className={styles.amount}>
        <span>{words}</span>
        <Progress aria-label="Downloaded" value={total ? (rows / total) * 100 : 0} size="sm" />
      </div>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function useRowDownload(onDone: (() => void) | undefined) {
  const [progress, setProgress] = useState<RowProgress>();
  const controller = useRef<AbortController>(undefined);
  const start = async ({ endpoint, toInput }: Downloadable, format: RowFormat) => {
    const { signal } = (controller.current = new AbortController());
    setProgress({ rows: 0, total: undefined });
    try {
      const file = await downloadRows(endpoint, toInput(format), { signal, onProgress: setProgress });
      saveFile(file, file.name);
      onDone?.();
    } catch (error) {
      if (!signal.aborted) showToast(toErrorWords(error), 'error');
    } finally {
      setProgress(undefined);
    }
  };
  return { progress, start, cancel: () => controller.current?.abort() };
}
