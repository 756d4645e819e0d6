import type { ReactNode } from 'react';

interface FactProps {
  label: string;
  /** Without any the fact is left out. */
  children: ReactNode;
}

/** One fact of a `dl`: its name and its value. */
export function Fact({ label, children }: FactProps) {
  const isEmpty = !children || (Array.isArray(children) && !children.some(Boolean));
  if (isEmpty) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
