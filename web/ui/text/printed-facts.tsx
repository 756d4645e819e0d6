import type { ReactNode } from 'react';
import { useIsPrinting } from '../../lib/use-is-printing.ts';
import { Fact } from './fact.tsx';
import styles from './printed-facts.module.css';

interface PrintedFactsProps {
  /** By their labels; without a value a fact is left out. */
  facts: Readonly<Record<string, ReactNode>>;
}

/** What the controls of a page say, on paper alone, where no control is. */
export function PrintedFacts({ facts }: PrintedFactsProps) {
  if (!useIsPrinting()) return null;
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}
