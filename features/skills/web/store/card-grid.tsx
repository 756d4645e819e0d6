import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import type { Skill } from '#features/skills/contract/skills.ts';
import { useWidth } from '#web/lib/use-width.ts';
import styles from '../skills.module.css';

/** A card narrower than this is hard to read, in pixels. */
const cardMinWidthPx = 280;
const gapPx = 32;
/** The usual height in pixels; higher rows are measured when they appear. */
const rowHeightPx = 250;
/** Rows rendered beyond the edges, so that Tab reaches the next one. */
const spareRows = 2;

interface CardGridProps {
  label: string;
  skills: readonly Skill[];
  renderCard: (skill: Skill) => ReactNode;
}

/** Up to here a store is whole in the page, so that the search of the browser, copying and printing find every card. */
const wholeCardsMax = 500;

/** Cards in as many columns as fit: all of them, and only the rows in view of a store that is larger. */
export function CardGrid(props: CardGridProps) {
  return props.skills.length <= wholeCardsMax ? <WholeGrid {...props} /> : <WindowedGrid {...props} />;
}

/** The browser lays out the cards in view alone. */
function WholeGrid({ label, skills, renderCard }: CardGridProps) {
  return (
    <ul className={`${styles.grid} ${styles.whole}`} aria-label={label}>
      {skills.map((skill) => (
        <li key={skill._id}>{renderCard(skill)}</li>
      ))}
    </ul>
  );
}

/** Padding takes the space of the rows that are not rendered. */
function WindowedGrid({ label, skills, renderCard }: CardGridProps) {
  const { ref, width } = useWidth<HTMLUListElement>();
  const columnCount = Math.max(1, Math.floor((width + gapPx) / (cardMinWidthPx + gapPx)));
  const virtualizer = useVirtualRows(ref, skills, columnCount);
  const rows = virtualizer.getVirtualItems();
  const offset = virtualizer.options.scrollMargin;
  const [first, last] = [rows[0], rows.at(-1)];
  const start = (first?.index ?? 0) * columnCount;
  const end = ((last?.index ?? -1) + 1) * columnCount;
  return (
    <ul
      ref={ref}
      className={styles.grid}
      aria-label={label}
      style={{
        gridTemplateColumns: `repeat(${columnCount}, minmax(0, 1fr))`,
        gap: gapPx,
        paddingTop: (first?.start ?? offset) - offset,
        paddingBottom: virtualizer.getTotalSize() - ((last?.end ?? offset) - offset),
      }}
    >
      {skills.slice(start, end).map((skill, index) => {
        const place = start + index;
        // The cards of a row have one height, so only the first is measured.
        const isMeasured = place % columnCount === 0;
        return (
          <li
            key={skill._id}
            ref={isMeasured ? virtualizer.measureElement : undefined}
            data-index={isMeasured ? place / columnCount : undefined}
            aria-posinset={place + 1}
            aria-setsize={skills.length}
          >
            {renderCard(skill)}
          </li>
        );
      })}
    </ul>
  );
}

function useVirtualRows(ref: { current: HTMLElement | null }, skills: readonly Skill[], columnCount: number) {
  const [scrollMargin, setScrollMargin] = useState(0);
  // Measured once, because filters that open above move the cards by less than the spare rows.
  useLayoutEffect(() => {
    const top = ref.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY));
  }, [ref]);
  // oxlint-disable-next-line react/incompatible-library -- nothing is memoised by the React Compiler here
  return useWindowVirtualizer({
    count: Math.ceil(skills.length / columnCount),
    estimateSize: () => rowHeightPx,
    gap: gapPx,
    overscan: spareRows,
    scrollMargin,
    getItemKey: (index) => `${columnCount}:${skills[index * columnCount]?._id ?? index}`,
  });
}
