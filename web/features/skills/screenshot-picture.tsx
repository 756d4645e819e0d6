import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Picture } from './screenshot-kind.ts';
import styles from './screenshots.module.css';
import { BlobImage } from '../../ui/blob-image.tsx';
import { getScreenshotQuery } from './skills.queries.ts';

interface ScreenshotPictureProps {
  picture: Picture;
  /** Names the picture for those who can not see it. */
  alt: string;
  size: 'thumbnail' | 'full';
}

const failure = 'The screenshot could not be loaded.';

/** A screenshot, or the words that stand for it while it is on its way or where it can not be loaded. */
export function ScreenshotPicture({ picture, alt, size }: ScreenshotPictureProps) {
  return 'key' in picture ? (
    <UploadedPicture fileKey={picture.key} alt={alt} size={size} />
  ) : (
    <PictureElsewhere key={picture.url} url={picture.url} alt={alt} />
  );
}

/** Its bytes are fetched with the identity token, which an address can not carry. */
function UploadedPicture({ fileKey, alt, size }: { fileKey: string; alt: string; size: 'thumbnail' | 'full' }) {
  const file = useQuery(getScreenshotQuery(fileKey, size));
  if (file.data) return <BlobImage blob={file.data} alt={alt} />;
  return <Words>{file.isError ? failure : 'Loading the screenshot…'}</Words>;
}

/** Its host learns nothing of the page it is shown on. */
function PictureElsewhere({ url, alt }: { url: string; alt: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <Words>{failure}</Words>;
  return (
    <img
      src={url}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}

function Words({ children }: { children: string }) {
  return (
    <span className={styles.words} role="status">
      {children}
    </span>
  );
}
