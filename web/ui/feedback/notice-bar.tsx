import type { ReactNode } from 'react';
import { Row } from '../layout/layout.tsx';
import styles from './feedback.module.css';

interface NoticeBarProps {
  tone: 'amber' | 'accent' | 'red';
  icon?: ReactNode;
  children: ReactNode;
  /** A button at the end. */
  action?: ReactNode;
}

/** A line across the page for a state that lasts: no network, a new version, a suspension. */
export function NoticeBar({ tone, icon, children, action }: NoticeBarProps) {
  return (
    <Row gap={3} justify="center" size="sm" breaks="anywhere" className={styles.bar} data-tone={tone} role="status">
      {icon}
      <p>{children}</p>
      {action}
    </Row>
  );
}
