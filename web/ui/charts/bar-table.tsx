import type { ReactNode } from 'react';
import { formatCount } from '../../lib/numbers.ts';
import type { Comparison } from '../../lib/comparison.ts';
import { ChangeMark } from '../records/change-mark.tsx';
import styles from './charts.module.css';

export interface BarTableRow {
  key: string;
  /** In full on hover, because it is cut where there is no room. */
  name: string;
  /** Replaces the name, for example by a link to what the value counts. */
  label?: ReactNode;
  value: number;
  /** Formatted share of the total. */
  share?: string;
  /** Formatted amount of money. */
  amount?: string;
  comparison: Comparison;
  tone?: 'accent' | 'red' | 'grey';
}

interface BarTableProps {
  caption: string;
  /** Heads of names and values. */
  nameHead: string;
  valueHead: string;
  /** Head of the amounts, where rows have them. */
  amountHead?: string;
  rows: readonly BarTableRow[];
}

/** A table with a bar beside the value of each row. */
export function BarTable({ caption, nameHead, valueHead, amountHead, rows }: BarTableProps) {
  const highest = Math.max(1, ...rows.map(({ value }) => value));
  const hasShares = rows.some(({ share }) => share !== undefined);
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{nameHead}</th>
          <td className={styles.bars} />
          <th scope="col">{valueHead}</th>
          {hasShares && <th scope="col">Share</th>}
          {amountHead && <th scope="col">{amountHead}</th>}
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, label, value, share, amount, comparison, tone = 'accent' }) => (
          <tr key={key}>
            <th scope="row" title={name}>
              {label ?? name}
            </th>
            <td className={styles.bars} aria-hidden="true">
              <span className={styles.barTableBar} data-tone={tone} style={{ width: `${(value / highest) * 100}%` }} />
            </td>
            <td>{formatCount(value)}</td>
            {hasShares && <td>{share}</td>}
            {amountHead && <td>{amount}</td>}
            <td>
              <ChangeMark comparison={comparison} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
