import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LogImport } from '#features/imports/contract/log-imports.ts';
import { getImportQuery, importsQuery } from './imports.queries.ts';
import { uploadFile } from './upload-file.ts';
import { openUpload, type UploadSource } from './upload-source.ts';

/** An upload of this page, which ends with it; what is stored stays, so that it can be continued. */
export function useUpload() {
  const queryClient = useQueryClient();
  const [current, setCurrent] = useState<LogImport>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const [isOpening, setOpening] = useState(false);
  const start = () => (controller.current = new AbortController()).signal;
  return {
    /** While the length of a compressed file is found. */
    isOpening,
    /** @throws UnusableFile */
    async open(file: Blob): Promise<UploadSource> {
      setOpening(true);
      try {
        return await openUpload(file, start());
      } finally {
        setOpening(false);
      }
    },
    /** The import as it is stored so far; undefined while nothing is uploaded. */
    current,
    async run(announced: LogImport, source: UploadSource): Promise<void> {
      const signal = start();
      setCurrent(announced);
      try {
        await uploadFile(announced, {
          source,
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
