import type { ReactNode } from 'react';
import type { Comparison } from '../../lib/comparison.ts';
import { SkeletonLine } from '../feedback/skeleton-line.tsx';
import { ChangeMark } from '../records/change-mark.tsx';
import { Block, Columns, Row, Text } from '../layout/layout.tsx';
import styles from './figures.module.css';

export interface StatTile {
  value: string;
  /** Replaces the value for screen readers and on hover: every digit of a shortened value, or words. */
  exact?: string | undefined;
  /** Below the value, as words instead of its change. */
  note?: string;
  comparison?: Comparison;
  /** In grey: a figure that asks for nothing. */
  isQuiet?: boolean;
  /** A rise is good and a fall bad. */
  isJudged?: boolean;
}

interface StatTilesProps {
  labels: readonly string[];
  /** In the order of the labels; undefined while they are loading. */
  tiles: readonly StatTile[] | undefined;
  /** The label as a link to what the figure counts; the whole tile is its target. */
  renderLabel?: ((label: string) => ReactNode) | undefined;
}

/** The main figures side by side, each with its change against the previous period, or with words. */
export function StatTiles({ labels, tiles, renderLabel }: StatTilesProps) {
  return (
    <Columns as="dl" of={4} rule="strong-both" className={styles.tiles} data-count={labels.length}>
      {labels.map((label, index) => (
        <Block key={label} pad={[4, 6, 5]} shrink className={styles.tile}>
          <Text as="dt" size="sm" tone="soft" breaks="anywhere">
            {renderLabel ? renderLabel(label) : label}
          </Text>
          <dd>
            <TileValue tile={tiles?.[index]} />
          </dd>
        </Block>
      ))}
    </Columns>
  );
}

function TileValue({ tile }: { tile: StatTile | undefined }) {
  return (
    <>
      <Row
        as="span"
        weight="medium"
        number
        breaks="anywhere"
        className={styles.value}
        title={tile?.exact}
        {...(tile?.isQuiet && { tone: 'faint' })}
      >
        {!tile && <SkeletonLine width="55%" />}
        {tile && tile.exact === undefined && <span translate="no">{tile.value}</span>}
        {tile?.exact !== undefined && (
          <>
            <span aria-hidden="true" translate="no">
              {tile.value}
            </span>
            <span className="visually-hidden">{tile.exact}</span>
          </>
        )}
      </Row>
      <Text as="span" block size="sm" tone="soft" tall={1.4}>
        {!tile && <SkeletonLine width="35%" />}
        {tile?.note && <span>{tile.note}</span>}
        {tile?.comparison && <ChangeMark comparison={tile.comparison} isJudged={tile.isJudged ?? false} />}
      </Text>
    </>
  );
}
