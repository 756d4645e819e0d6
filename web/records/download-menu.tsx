import { Button, Progress } from '@mantine/core';
import { useRef, useState } from 'react';
import type { RowFormat } from '#contract/exports.ts';
import { downloadRows } from '../api/download-rows.ts';
import type { RowProgress } from '../api/download-rows.ts';
import { toErrorWords } from '../api/error-words.ts';
import { formatCount, formatCounted } from '../lib/numbers.ts';
import { saveFile } from '../lib/save-file.ts';
import { ChevronDownIcon } from '../ui/drawings/icons.tsx';
import { Dropdown, DropdownItem } from '../ui/dropdown.tsx';
import { showToast } from '../ui/feedback/toast-store.ts';
import styles from './download-menu.module.css';

const formats: readonly { format: RowFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'excel', label: 'CSV for Excel' },
  { format: 'jsonl', label: 'JSON Lines' },
];

/** What of a page is downloaded: an endpoint of `exports` and its filter. */
interface Downloadable {
  readonly name: string;
  readonly filter: object;
}

interface DownloadMenuProps extends Downloadable {
  /** For screen readers, such as 'Download conversations'. */
  label: string;
}

/** A menu that downloads what a page shows, of all its pages, with the rows so far and a button to cancel. */
export function DownloadMenu({ label, ...downloadable }: DownloadMenuProps) {
  const { progress, start, cancel } = useRowDownload(downloadable);
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
      {formats.map((each) => (
        <DropdownItem key={each.format} onSelect={() => void start(each.format)}>
          {each.label}
        </DropdownItem>
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

function useRowDownload({ name, filter }: Downloadable) {
  const [progress, setProgress] = useState<RowProgress>();
  const controller = useRef<AbortController>(undefined);
  const start = async (format: RowFormat) => {
    const { signal } = (controller.current = new AbortController());
    setProgress({ rows: 0, total: undefined });
    try {
      const options = { signal, onProgress: setProgress };
      const file = await downloadRows(['exports', name], { body: { ...filter, format } }, options);
      saveFile(file, file.name);
    } catch (error) {
      if (!signal.aborted) showToast(toErrorWords(error), 'error');
    } finally {
      setProgress(undefined);
    }
  };
  return { progress, start, cancel: () => controller.current?.abort() };
}
