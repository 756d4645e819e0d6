import { Button, Modal } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { focusHeading } from '../lib/focus-heading.ts';
import { Row } from './layout/layout.tsx';
import styles from './dialog.module.css';

/** The page under a dialog keeps its scroll bar, or the room of it (base.css), and moves neither aside nor by the wheel. */
export const pageScroll = { removeScrollBar: false } as const;

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  widthPx?: number;
  /** Beside the title. */
  tools?: ReactNode;
  /** Stands at the end of the window and is as high as it, so that its children have a height to share. */
  isPanel?: boolean;
  /** False while an element on top of the dialog handles the Escape key. */
  closeOnEscape?: boolean;
}

/**
 * Mantine's modal in our look: traps and returns the focus, closes on Escape and on a click outside. Its head is no
 * `header`, because that would be a second banner of the page.
 */
export function Dialog(props: DialogProps) {
  const { opened, onClose, title, tools, children, widthPx = 480, closeOnEscape = true, isPanel = false } = props;
  useFocusReturn(opened);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      removeScrollProps={pageScroll}
      withCloseButton={false}
      closeOnEscape={closeOnEscape}
      size={widthPx}
      centered={!isPanel}
      padding={isPanel ? 0 : 28}
      {...(isPanel && { xOffset: 0, yOffset: 0 })}
      transitionProps={{ duration: 120 }}
      overlayProps={{ color: 'var(--scrim)', backgroundOpacity: 1 }}
      classNames={{
        content: [styles.content, isPanel && styles.panel].filter(Boolean).join(' '),
        inner: [styles.inner, isPanel && styles.aside].filter(Boolean).join(' '),
        overlay: styles.overlay ?? '',
        body: isPanel ? (styles.body ?? '') : '',
      }}
    >
      <Row
        gap={4}
        align="start"
        justify="between"
        below={isPanel ? 0 : 3}
        className={isPanel ? styles.head : undefined}
      >
        <Modal.Title className={styles.title}>{title}</Modal.Title>
        {tools}
        <Modal.CloseButton aria-label="Close" />
      </Row>
      {children}
    </Modal>
  );
}

/**
 * Replaces Mantine's own return of the focus, which misses a lazily loaded dialog, because that is mounted open. Without
 * its opener, as after a deletion, the focus goes to the page's heading.
 */
function useFocusReturn(opened: boolean) {
  useEffect(() => {
    if (!opened) return undefined;
    const opener = document.activeElement;
    return () => {
      // The body has it where the opener was disabled meanwhile.
      if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected)
        opener.focus({ preventScroll: true });
      else focusHeading();
    };
  }, [opened]);
}

interface DialogActionsProps {
  /** Puts Cancel before the other buttons. */
  onCancel?: () => void;
  /** Cancel waits, because what it would cancel is under way. */
  isBusy?: boolean;
  isCancelFocused?: boolean;
  children: ReactNode;
}

/** The buttons of a dialog, the decisive one last. */
export function DialogActions({ onCancel, isBusy = false, isCancelFocused = false, children }: DialogActionsProps) {
  return (
    <Row gap={2} align="stretch" justify="end" above={6} wrap="phone">
      {onCancel && (
        <Button
          variant="default"
          onClick={onCancel}
          disabled={isBusy}
          {...(isCancelFocused && { 'data-autofocus': true })}
        >
          Cancel
        </Button>
      )}
      {children}
    </Row>
  );
}
