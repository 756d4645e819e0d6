import { useFile } from './company.queries.ts';
import { BlobImage } from '../../ui/blob-image.tsx';
import styles from './logo-chooser.module.css';

/** The logo on a field of its recommended size. Its bytes are fetched with the identity token, which an address can not carry. */
export function LogoPreview({ logo }: { logo: string | null }) {
  const file = useFile(logo);
  return (
    <div className={styles.preview} data-empty={logo === null || undefined}>
      {logo === null && <span>No logo yet</span>}
      {logo !== null && file.isPending && <span role="status">Loading the logo…</span>}
      {logo !== null && file.isError && <span role="status">The logo could not be loaded.</span>}
      {logo !== null && file.data && <BlobImage blob={file.data} alt="Company logo" />}
    </div>
  );
}
