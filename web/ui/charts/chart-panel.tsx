import { useId, useState, type ReactNode } from 'react';
import { LinkButton } from '../link-button.tsx';
import { Block, Row, Stack } from '../layout/layout.tsx';
import styles from './charts.module.css';

interface ChartPanelProps {
  title: string;
  /** Below the title: totals, or the counted unit. */
  note?: ReactNode;
  /** At the end of the head: a link or a toggle. */
  action?: ReactNode;
  children: ReactNode;
}

/** A chart or a list below its heading. */
export function ChartPanel({ title, note, action, children }: ChartPanelProps) {
  const id = useId();
  return (
    <Stack as="section" shrink aria-labelledby={id}>
      <Row as="header" gap={4} align="start" justify="between" below={4}>
        <Block shrink>
          <h2 id={id}>{title}</h2>
          {note && (
            <Block size="sm" tone="faint" tall={1.4} above="hair">
              {note}
            </Block>
          )}
        </Block>
        {action && (
          <Block size="sm" fixed>
            {action}
          </Block>
        )}
      </Row>
      {children}
    </Stack>
  );
}

interface ChartTablePanelProps {
  title: string;
  note: ReactNode;
  heightPx: number;
  /** Undefined while the figures are loading. */
  chart: ReactNode;
  /** The same figures as a table. */
  table: ReactNode;
  /** Shape of the placeholder while the figures are loading. */
  skeleton?: 'slope' | 'flat';
}

/** A chart that a button swaps for the table of its figures. All three have the same height, so that nothing moves. */
export function ChartTablePanel(props: ChartTablePanelProps) {
  const { title, note, heightPx, chart, table, skeleton = 'slope' } = props;
  const [isTable, setTable] = useState(false);
  return (
    <ChartPanel
      title={title}
      note={note}
      action={
        chart && (
          <LinkButton onClick={() => setTable(!isTable)}>
            <span>{isTable ? 'Show as chart' : 'Show as table'}</span>
            <span className="visually-hidden">{` of ${title}`}</span>
          </LinkButton>
        )
      }
    >
      {!chart && <div className={styles.waiting} data-skeleton={skeleton} style={{ height: heightPx }} />}
      {chart && !isTable && chart}
      {chart && isTable && (
        <div
          className={styles.scroll}
          role="region"
          aria-label={`${title}, as a table`}
          tabIndex={0}
          style={{ height: heightPx }}
        >
          {table}
        </div>
      )}
    </ChartPanel>
  );
}

/** A list of `LegendEntry`. */
export function ChartLegend({ children }: { children: ReactNode }) {
  return (
    <Row as="ul" gap={6} rowGap={0} align="stretch" wrap className={styles.legend}>
      {children}
    </Row>
  );
}

/** @param mark class of the chart's mark */
export function LegendEntry({ mark, children }: { mark: string | undefined; children: ReactNode }) {
  return (
    <li>
      <span className={mark} aria-hidden="true" />
      {children}
    </li>
  );
}
