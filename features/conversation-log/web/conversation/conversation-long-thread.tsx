import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, type RefObject } from 'react';
import { ThreadEntry } from './conversation-message.tsx';
import { Block } from '#web/ui/layout/layout.tsx';
import styles from './conversation.module.css';
import { isMessage, type ThreadItem } from './conversation-thread.ts';

/** Entries rendered above and below the visible ones. */
const spareEntries = 8;
const usualHeightPx = 96;

interface LongThreadProps {
  items: readonly ThreadItem[];
  timeZone: string;
  /** The frame that scrolls. */
  ref: RefObject<HTMLElement | null>;
  /** A message that is scrolled to. */
  messageId: string | undefined;
}

/** A thread of which only the entries in view are in the page. */
export function LongThread({ items, timeZone, ref: frame, messageId }: LongThreadProps) {
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => usualHeightPx,
    overscan: spareEntries,
    getItemKey: (index) => items[index]?.key ?? index,
  });
  const foundIndex = items.findIndex((item) => isMessage(item, messageId));
  useEffect(() => {
    if (foundIndex >= 0) virtualizer.scrollToIndex(foundIndex, { align: 'center' });
  }, [foundIndex, virtualizer]);
  const shown = virtualizer.getVirtualItems();
  return (
    // On paper all entries stand in its place.
    <Block
      ref={frame}
      as="section"
      rule="above"
      framing
      className={styles.frame}
      tabIndex={0}
      data-unprinted
      aria-label={`Messages, ${items.length} in total`}
    >
      <Block framing style={{ height: virtualizer.getTotalSize() }}>
        <div style={{ transform: `translateY(${shown[0]?.start ?? 0}px)` }}>
          {shown.map(({ key, index }) => {
            const item = items[index];
            return (
              item && (
                <div key={key} ref={virtualizer.measureElement} data-index={index} className={styles.slot}>
                  <ThreadEntry item={item} timeZone={timeZone} isFound={index === foundIndex} />
                </div>
              )
            );
          })}
        </div>
      </Block>
    </Block>
  );
}
