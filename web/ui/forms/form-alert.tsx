import type { ReactNode } from 'react';
import { Row } from '../layout/layout.tsx';
import { AlertIcon } from '../drawings/first-icons.tsx';

/** The problem of a form as a whole, above its fields; nothing without children. */
export function FormAlert({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <Row pad={[3, 4]} gap={3} align="stretch" card="red" below={5} tone="red" breaks="anywhere" role="alert">
      <AlertIcon />
      <div>{children}</div>
    </Row>
  );
}
