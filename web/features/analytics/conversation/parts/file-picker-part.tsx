import { useQuery } from '@tanstack/react-query';
import type { FilePickerPart as Part } from '#contract/analytics/message-parts.ts';
import { queries } from '../../../../api/queries.ts';
import { BlobImage } from '../../../../ui/blob-image.tsx';
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
