import type { ReactNode } from 'react';
import { renderPart, type Flow, type Look, type PartProps, type Tag } from './layout.tsx';
import styles from './facts.module.css';

/** A table in the text of a page; lists of records are `RecordTable`, figures `DataTable`. */
export function Table<T extends Tag = 'table'>(props: PartProps<T, object>): ReactNode {
  return renderPart('', 'table', { ...props, className: [styles.table, props.className].filter(Boolean).join(' ') });
}

type FactsProps = Pick<Flow, 'gap' | 'rowGap'> &
  Look & { names?: string; className?: string | undefined; 'aria-busy'?: boolean; children: ReactNode };

/** Names and values, each a `Fact`: one beside the other, or in lines with the names in a column of the width `names`. */
export function Facts({ names, className, ...props }: FactsProps): ReactNode {
  const classes = [styles.facts, className].filter(Boolean).join(' ');
  if (names === undefined) {
    return renderPart('row', 'dl', { gap: 8, rowGap: 2, align: 'stretch', wrap: true, ...props, className: classes });
  }
  const style = { '--names': names };
  return renderPart('stack', 'dl', { gap: 2, ...props, className: classes, style, 'data-names': '' });
}

interface FactProps {
  label: string;
  /** Without any the fact is left out. */
  children: ReactNode;
}

/** One name and its value. */
export function Fact({ label, children }: FactProps): ReactNode {
  const isEmpty = !children || (Array.isArray(children) && !children.some(Boolean));
  if (isEmpty) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
