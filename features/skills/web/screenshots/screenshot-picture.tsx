import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Picture } from './screenshot-kind.ts';
import { Text } from '#web/ui/layout/layout.tsx';
import styles from '../skills.module.css';
import { BlobImage } from '#web/ui/blob-image.tsx';
import { AlertIcon } from '#web/ui/drawings/first-icons.tsx';
import { getScreenshotQuery } from '../skills.queries.ts';

interface ScreenshotPictureProps {
  picture: Picture;
  /** The alternative text. */
  alt: string;
  size: PictureSize;
}

/** A preview is a thumbnail whose frame is too small for a message. */
type PictureSize = 'preview' | 'thumbnail' | 'full';

const failure = 'The screenshot could not be loaded.';

/** A screenshot, or a message while it is loading or after it failed to load. */
export function ScreenshotPicture({ picture, alt, size }: ScreenshotPictureProps) {
  return 'key' in picture ? (
    <UploadedPicture fileKey={picture.key} alt={alt} size={size} />
  ) : (
    <PictureElsewhere key={picture.url} url={picture.url} alt={alt} size={size} />
  );
}

/** Fetched as bytes, because an image address can not carry the identity token. */
function UploadedPicture({ fileKey, alt, size }: { fileKey: string; alt: string; size: PictureSize }) {
  const file = useQuery(getScreenshotQuery(fileKey, size === 'full' ? 'full' : 'thumbnail'));
  if (file.data) return <BlobImage blob={file.data} alt={alt} />;
  if (file.isError) return <Failure size={size} />;
  return <Words size={size}>Loading the screenshot…</Words>;
}

/** Sends no referrer to the external host. */
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

/** In a preview the message is an icon with a tooltip. */
function Failure({ size }: { size: PictureSize }) {
  if (size !== 'preview') return <Words size={size}>{failure}</Words>;
  return (
    <span className={styles.sign} role="img" aria-label={failure} title={failure}>
      <AlertIcon />
    </span>
  );
}

/** A live region in the viewer only, because a thumbnail is inside a button with a name of its own. */
function Words({ size, children }: { size: PictureSize; children: string }) {
  if (size === 'preview') return <span className="visually-hidden">{children}</span>;
  return (
    <Text as="span" pad={3} size="sm" tone="faint" text="center" {...(size === 'full' && { role: 'status' })}>
      {children}
    </Text>
  );
}
