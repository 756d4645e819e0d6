import { useState } from 'react';
import type { PicturePart as Part } from '#contract/analytics/message-parts.ts';
import { ExternalLink } from '../../../../ui/text/external-link.tsx';
import { formatSize, isOwnPath, judgeAddress } from './media-address.ts';
import styles from './parts.module.css';

/** A picture with its title, its size and, where it has one, the link to download it. */
export function PicturePart({ part }: { part: Part }) {
  const { value, title = '', size, downloadink = '' } = part;
  const [isBroken, setBroken] = useState(false);
  const kind = judgeAddress(value);
  const details = [title, formatSize(size)].filter((text) => text !== '').join(', ');
  const isShown = kind === 'loads' && !isBroken;
  return (
    <figure className={styles.media}>
      {isShown && (
        <img src={value} alt={title} loading="lazy" decoding="async" onError={() => setBroken(true)} dir="auto" />
      )}
      {isBroken && <p className={styles.missing}>The picture could not be loaded.</p>}
      {kind === 'refused' && <p className={styles.missing}>A picture without a usable address.</p>}
      <figcaption>
        {details !== '' && <bdi>{details}</bdi>}
        {kind === 'opens' && <ExternalLink href={value}>Open the picture</ExternalLink>}
        <DownloadLink address={downloadink} />
      </figcaption>
    </figure>
  );
}

/** What the portal itself holds is saved at once; everything else asks before it leaves the portal. */
function DownloadLink({ address }: { address: string }) {
  if (judgeAddress(address) === 'refused') return null;
  if (!isOwnPath(address)) return <ExternalLink href={address}>Download</ExternalLink>;
  return (
    <a href={address} download>
      Download
    </a>
  );
}
