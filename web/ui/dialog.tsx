import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  widthPx?: number;
}

/**
 * A modal in our look: traps and returns the focus, closes on Escape and on a click outside. Its head is
 * no `header`, which would count as a second banner of the page.
 */
export function Dialog({ opened, onClose, title, children, widthPx = 480 }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      size={widthPx}
      centered
      padding={28}
      transitionProps={{ duration: 120 }}
      overlayProps={{ color: 'var(--scrim)', backgroundOpacity: 1 }}
      classNames={{ content: styles.content ?? '' }}
    >
      <div className={styles.head}>
        <Modal.Title className={styles.title}>{title}</Modal.Title>
        <Modal.CloseButton aria-label="Close" />
      </div>
      {children}
    </Modal>
  );
}

/** The buttons of a dialog, the decisive one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
