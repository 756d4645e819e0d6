import { Modal } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { CloseIcon } from '#web/ui/drawings/first-icons.tsx';
import { ArrowLeftIcon, ArrowRightIcon } from '#web/ui/drawings/icons.tsx';
import type { Picture } from './screenshot-kind.ts';
import { pageScroll } from '#web/ui/dialog.tsx';
import { ScreenshotPicture } from './screenshot-picture.tsx';
import { Row } from '#web/ui/layout/layout.tsx';
import styles from '../skills.module.css';

interface ScreenshotViewerProps {
  pictures: readonly Picture[];
  /** The index of the first screenshot shown. */
  start: number;
  onClose: () => void;
  /** Called after the viewer has closed, to restore the focus. */
  onClosed: () => void;
}

/** Above the toast, which would cover the controls. */
const layer = 600;

const keySteps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** One screenshot in full size. Next and previous wrap around (section 4). */
export function ScreenshotViewer({ pictures, start, onClose, onClosed }: ScreenshotViewerProps) {
  const [index, setIndex] = useState(start);
  const count = pictures.length;
  const picture = pictures[index];
  const go = (step: number) => setIndex((at) => (at + step + count) % count);
  useOnGone(onClosed);

  function moveByKey(event: KeyboardEvent) {
    const step = keySteps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(step);
  }

  return (
    <Modal.Root
      opened
      onClose={onClose}
      fullScreen
      zIndex={layer}
      removeScrollProps={pageScroll}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      padding={0}
      onKeyDown={moveByKey}
    >
      <Modal.Content className={styles.viewer} aria-label="Screenshots">
        <Modal.Body className={styles.viewerBody}>
          <Row pad={[3, 5]} justify="between" rule="below" number>
            <p role="status">{`${index + 1} of ${count}`}</p>
            <IconButton isLarge label="Close" data-autofocus onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </Row>
          <Row pad={5} gap={5} grow className={styles.stage}>
            {count > 1 && (
              <IconButton isLarge label="Previous screenshot" onClick={() => go(-1)}>
                <ArrowLeftIcon />
              </IconButton>
            )}
            <div className={styles.picture}>
              {picture && (
                <ScreenshotPicture
                  key={index}
                  picture={picture}
                  alt={`Screenshot ${index + 1} of ${count}`}
                  size="full"
                />
              )}
            </div>
            {count > 1 && (
              <IconButton isLarge label="Next screenshot" onClick={() => go(1)}>
                <ArrowRightIcon />
              </IconButton>
            )}
          </Row>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function useOnGone(onGone: () => void) {
  const latest = useRef(onGone);
  useEffect(() => () => latest.current(), []);
}
