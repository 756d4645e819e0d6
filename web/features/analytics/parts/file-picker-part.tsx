import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { FilePickerPart as Part } from '#contract/message-parts.ts';
import { queries } from '../../../api/queries.ts';
import styles from './parts.module.css';

/** A picture that the person sent. Its bytes are fetched with the identity token, which an address can not carry. */
export function FilePickerPart({ part }: { part: Part }) {
  const { fileKey, name = '' } = part;
  // A key never holds other bytes later.
  const file = useQuery(
    queries.files.get.queryOptions({ input: { params: { key: fileKey } }, staleTime: Number.POSITIVE_INFINITY }),
  );
  return (
    <figure className={styles.media}>
      {file.isPending && (
        <p className={styles.missing} role="status">
          Loading the picture…
        </p>
      )}
      {file.isError && <p className={styles.missing}>The picture could not be loaded.</p>}
      {file.data && <BlobImage blob={file.data} alt={name || 'Picture sent by the user'} />}
      {name !== '' && (
        <figcaption>
          <bdi>{name}</bdi>
        </figcaption>
      )}
    </figure>
  );
}

function BlobImage({ blob, alt }: { blob: Blob; alt: string }) {
  const showBlob = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(blob);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  return <img ref={showBlob} alt={alt} />;
}
