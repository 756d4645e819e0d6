import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type {
  FilePickerPart as FilePicker,
  PicturePart as Picture,
  VideoPart as Video,
} from '#contract/conversations/message-parts.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { queries } from '#web/api/queries.ts';
import { BlobImage } from '#web/ui/blob-image.tsx';
import { ExternalLink } from '#web/ui/text/external-link.tsx';
import { formatSize, isOwnPath, judgeAddress } from './media-address.ts';
import { Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from '../conversation.module.css';

/** A picture with its title and size, and the link to download it where it has one. */
export function PicturePart({ part }: { part: Picture }) {
  const { value, title = '', size, downloadink = '' } = part;
  const [isBroken, setBroken] = useState(false);
  const kind = judgeAddress(value);
  const details = [title, formatSize(size)].filter((text) => text !== '').join(', ');
  const isShown = kind === 'loads' && !isBroken;
  return (
    <Stack as="figure" gap={2} align="start" className={styles.media}>
      {isShown && (
        <img src={value} alt={title} loading="lazy" decoding="async" onError={() => setBroken(true)} dir="auto" />
      )}
      {isBroken && <Text size="sm" tone="soft">{`The image could not be loaded from ${toHost(value)}.`}</Text>}
      {kind === 'refused' && (
        <Text size="sm" tone="soft">
          This image has no valid URL.
        </Text>
      )}
      <MediaCaption>
        {details !== '' && <bdi>{details}</bdi>}
        {kind === 'opens' && <ExternalLink href={value}>Open the image</ExternalLink>}
        <DownloadLink address={downloadink} />
      </MediaCaption>
    </Stack>
  );
}

/** Names the host of a picture or video that failed: browsers give no reason. */
const toHost = (address: string) => new URL(address, window.location.href).host;

/** Files of the portal are saved at once; other links open the external link dialog first. */
function DownloadLink({ address }: { address: string }) {
  if (judgeAddress(address) === 'refused') return null;
  if (!isOwnPath(address)) return <ExternalLink href={address}>Download</ExternalLink>;
  return (
    <a href={address} download>
      Download
    </a>
  );
}

const MediaCaption = ({ children }: { children: ReactNode }) => (
  <Row as="figcaption" gap={4} rowGap={0} align="stretch" wrap size="sm" tone="soft" breaks="anywhere">
    {children}
  </Row>
);

export function VideoPart({ part }: { part: Video }) {
  const { value, title = '' } = part;
  const [isBroken, setBroken] = useState(false);
  const kind = judgeAddress(value);
  return (
    <Stack as="figure" gap={2} align="start" className={styles.media}>
      {kind === 'loads' && !isBroken && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are the sender's to add; a message has none
        <video src={value} controls preload="metadata" aria-label={title || 'Video'} onError={() => setBroken(true)} />
      )}
      {isBroken && <Text size="sm" tone="soft">{`The video could not be loaded from ${toHost(value)}.`}</Text>}
      {kind === 'refused' && (
        <Text size="sm" tone="soft">
          This video has no valid URL.
        </Text>
      )}
      <MediaCaption>
        {title !== '' && <bdi>{title}</bdi>}
        {(kind === 'opens' || isBroken) && <ExternalLink href={value}>Open the video</ExternalLink>}
      </MediaCaption>
    </Stack>
  );
}

/** A picture that the user sent. Its bytes are fetched with the identity token, which an `img` can not send. */
export function FilePickerPart({ part }: { part: FilePicker }) {
  const { fileKey, name = '' } = part;
  // The bytes of a key never change.
  const file = useQuery(
    queries.files.get.queryOptions({ input: { params: { key: fileKey } }, staleTime: Number.POSITIVE_INFINITY }),
  );
  return (
    <Stack as="figure" gap={2} align="start" className={styles.media}>
      {file.isPending && (
        <Text size="sm" tone="soft" role="status">
          Loading the image…
        </Text>
      )}
      {file.isError && (
        <Text size="sm" tone="soft">{`The image could not be loaded: ${toErrorWords(file.error)}`}</Text>
      )}
      {file.data && <BlobImage blob={file.data} alt={name || 'Image sent by the user'} />}
      {name !== '' && (
        <MediaCaption>
          <bdi translate="no">{name}</bdi>
        </MediaCaption>
      )}
    </Stack>
  );
}
