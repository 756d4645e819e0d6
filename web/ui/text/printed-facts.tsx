import type { ReactNode } from 'react';
import { useIsPrinting } from '../../lib/use-is-printing.ts';
import { Fact, Facts } from '../layout/facts.tsx';

interface PrintedFactsProps {
  /** By their labels; without a value a fact is left out. */
  facts: Readonly<Record<string, ReactNode>>;
}

/** Values of the page's controls, on paper alone, where controls are not printed. */
export function PrintedFacts({ facts }: PrintedFactsProps) {
  if (!useIsPrinting()) return null;
  return (
    <Facts pad={[3, 0]} rule="strong-both" below={5}>
      {Object.entries(facts).map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </Facts>
  );
}
