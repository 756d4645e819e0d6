import { Modal } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { ArrowLeftIcon, ArrowRightIcon, CloseIcon } from '../../../ui/drawings/icons.tsx';
import type { Picture } from './screenshot-kind.ts';
import { pageScroll } from '../../../ui/dialog.tsx';
import { ScreenshotPicture } from './screenshot-picture.tsx';
import styles from './screenshots.module.css';

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
          <div className={styles.viewerBar}>
            <p role="status">{`${index + 1} of ${count}`}</p>
            <button type="button" aria-label="Close" data-autofocus onClick={onClose}>
              <CloseIcon />
            </button>
          </div>
          <div className={styles.stage}>
            {count > 1 && (
              <button type="button" aria-label="Previous screenshot" onClick={() => go(-1)}>
                <ArrowLeftIcon />
              </button>
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
              <button type="button" aria-label="Next screenshot" onClick={() => go(1)}>
                <ArrowRightIcon />
              </button>
            )}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function useOnGone(onGone: () => void) {
  const latest = useRef(onGone);
  useEffect(() => () => latest.current(), []);
}
