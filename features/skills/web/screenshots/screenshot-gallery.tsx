import { lazy, Suspense, useRef, useState } from 'react';
import { findPicture } from './screenshot-kind.ts';
import { ScreenshotPicture } from './screenshot-picture.tsx';
import { Block, Columns } from '#web/ui/layout/layout.tsx';
import styles from '../skills.module.css';

const ScreenshotViewer = lazy(async () => {
  const { ScreenshotViewer: component } = await import('./screenshot-viewer.tsx');
  return { default: component };
});

/** The screenshots of a skill as thumbnails that open the viewer. */
export function ScreenshotGallery({ addresses }: { addresses: readonly string[] }) {
  const [opened, setOpened] = useState<number>();
  const clicked = useRef<HTMLButtonElement>(null);
  const pictures = addresses.flatMap((address) => findPicture(address) ?? []);
  const others = addresses.filter((address) => findPicture(address) === undefined);
  const shown = pictures.map((picture, place) => ({
    picture,
    place,
    name: `Screenshot ${place + 1} of ${pictures.length}`,
  }));
  return (
    <Block as="section" above={12} aria-labelledby="skill-screenshots">
      <h2 id="skill-screenshots">Screenshots</h2>
      <Columns as="ul" of="13rem" gap={4} above={3} className={styles.thumbnails}>
        {shown.map(({ picture, place, name }) => (
          <li key={place}>
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={name}
              onClick={(event) => {
                clicked.current = event.currentTarget;
                setOpened(place);
              }}
            >
              <ScreenshotPicture picture={picture} alt={name} size="thumbnail" />
            </button>
          </li>
        ))}
      </Columns>
      {others.length > 0 && <InertAddresses addresses={others} />}
      <Suspense>
        {opened !== undefined && (
          <ScreenshotViewer
            pictures={pictures}
            start={opened}
            onClose={() => setOpened(undefined)}
            onClosed={() => clicked.current?.focus()}
          />
        )}
      </Suspense>
    </Block>
  );
}

/** Addresses stored before they were validated, shown as text because a link or a request to them may be unsafe. */
function InertAddresses({ addresses }: { addresses: readonly string[] }) {
  const places = addresses.map((address, place) => ({ address, place }));
  return (
    <Block above={4} size="sm" tone="faint" breaks="anywhere">
      <p>Not shown (screenshots need an https address):</p>
      <Block as="ul" bullets above={1}>
        {places.map(({ address, place }) => (
          <li key={place}>
            <bdi>{address}</bdi>
          </li>
        ))}
      </Block>
    </Block>
  );
}
