import { useRef, useState } from 'react';
import type { CallInput } from '../../api/contract-request.ts';
import { downloadRows, type RowProgress } from '../../api/download-rows.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';

type Endpoint = readonly [group: string, name: string];

/** A download of rows with its progress, one at a time. */
export function useRowDownload(onDone?: () => void) {
  const [progress, setProgress] = useState<RowProgress>();
  const controller = useRef<AbortController>(undefined);
  /** @param takeError answers whether it has taken an error, which is shown otherwise */
  const start = async (endpoint: Endpoint, input: CallInput, takeError?: (error: unknown) => boolean) => {
    const { signal } = (controller.current = new AbortController());
    setProgress({ rows: 0, total: undefined });
    try {
      const file = await downloadRows(endpoint, input, { signal, onProgress: setProgress });
      saveFile(file, file.name);
      onDone?.();
    } catch (error) {
      if (!signal.aborted && !takeError?.(error)) showToast(toErrorWords(error), 'error');
    } finally {
      setProgress(undefined);
    }
  };
  return { progress, start, cancel: () => controller.current?.abort() };
}
