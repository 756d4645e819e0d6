import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LogImport } from '#contract/intake/log-imports.ts';
import { getImportQuery, importsQuery } from './imports.queries.ts';
import { uploadFile } from './upload-file.ts';

/** An upload of this page, which ends with it; what is stored stays, so that it can be continued. */
export function useUpload() {
  const queryClient = useQueryClient();
  const [current, setCurrent] = useState<LogImport>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  return {
    /** As it is stored so far; undefined while nothing is uploaded. */
    current,
    async run(announced: LogImport, file: Blob): Promise<void> {
      const { signal } = (controller.current = new AbortController());
      setCurrent(announced);
      try {
        await uploadFile(announced, {
          file,
          signal,
          onStored: (stored) => {
            setCurrent(stored);
            queryClient.setQueryData(getImportQuery(stored.id).queryKey, stored);
          },
        });
      } finally {
        setCurrent(undefined);
        void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
      }
    },
  };
}
