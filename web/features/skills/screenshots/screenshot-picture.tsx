import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Picture } from './screenshot-kind.ts';
import styles from './screenshots.module.css';
import { BlobImage } from '../../../ui/blob-image.tsx';
import { AlertIcon } from '../../../ui/drawings/icons.tsx';
import { getScreenshotQuery } from '../skills.queries.ts';

interface ScreenshotPictureProps {
  picture: Picture;
  /** Names the picture for those who can not see it. */
  alt: string;
  size: PictureSize;
}

/** A preview is a thumbnail in a frame too small for words. */
type PictureSize = 'preview' | 'thumbnail' | 'full';

const failure = 'The screenshot could not be loaded.';

/** A screenshot, or the words that stand for it while it is on its way or where it can not be loaded. */
export function ScreenshotPicture({ picture, alt, size }: ScreenshotPictureProps) {
  return 'key' in picture ? (
    <UploadedPicture fileKey={picture.key} alt={alt} size={size} />
  ) : (
    <PictureElsewhere key={picture.url} url={picture.url} alt={alt} size={size} />
  );
}

/** Its bytes are fetched with the identity token, which an address can not carry. */
function UploadedPicture({ fileKey, alt, size }: { fileKey: string; alt: string; size: PictureSize }) {
  const file = useQuery(getScreenshotQuery(fileKey, size === 'full' ? 'full' : 'thumbnail'));
  if (file.data) return <BlobImage blob={file.data} alt={alt} />;
  if (file.isError) return <Failure size={size} />;
  return <Words size={size}>Loading the screenshot…</Words>;
}

/** Its host learns nothing of the page it is shown on. */
function PictureElsewhere({ url, alt, size }: { url: string; alt: string; size: PictureSize }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <Failure size={size} />;
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

/** In a preview a sign stands for the words, which whoever points at it reads. */
function Failure({ size }: { size: PictureSize }) {
  if (size !== 'preview') return <Words size={size}>{failure}</Words>;
  return (
    <span className={styles.sign} role="img" aria-label={failure} title={failure}>
      <AlertIcon />
    </span>
  );
}

/** Announced in the viewer alone: a thumbnail stands in a button, which has its own name. */
function Words({ size, children }: { size: PictureSize; children: string }) {
  if (size === 'preview') return <span className="visually-hidden">{children}</span>;
  return (
    <span className={styles.words} {...(size === 'full' && { role: 'status' })}>
      {children}
    </span>
  );
}
