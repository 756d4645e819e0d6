import { useState } from 'react';
import type { VideoPart as Part } from '#contract/analytics/message-parts.ts';
import { ExternalLink } from '../../../../ui/text/external-link.tsx';
import { judgeAddress } from './media-address.ts';
import styles from './parts.module.css';

export function VideoPart({ part }: { part: Part }) {
  const { value, title = '' } = part;
  const [isBroken, setBroken] = useState(false);
  const kind = judgeAddress(value);
  return (
    <figure className={styles.media}>
      {kind === 'loads' && !isBroken && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are the sender's to add; a message has none
        <video src={value} controls preload="metadata" aria-label={title || 'Video'} onError={() => setBroken(true)} />
      )}
      {isBroken && <p className={styles.missing}>The video could not be loaded.</p>}
      {kind === 'refused' && <p className={styles.missing}>A video without a usable address.</p>}
      <figcaption>
        {title !== '' && <bdi>{title}</bdi>}
        {(kind === 'opens' || isBroken) && <ExternalLink href={value}>Open the video</ExternalLink>}
      </figcaption>
    </figure>
  );
}
