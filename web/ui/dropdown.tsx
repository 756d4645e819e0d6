import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import { focusHeading } from '../lib/focus-heading.ts';
import styles from './dropdown.module.css';

/** A click on the body closes the menu after this delay, because a click on an entry has to reach the entry first. */
const closeDelayMs = 100;

interface DropdownProps {
  /** The menu's name for screen readers. */
  label: string;
  /** What the button shows. */
  button: ReactNode;
  /** Quiet shows only the button's content; outlined looks like a field. */
  look?: 'quiet' | 'outlined';
  /** Entries: `<DropdownItem>`, or any link with `{...dropdownItemProps}`. */
  children: ReactNode;
}

/** Spread on links that stand in a dropdown. */
export const dropdownItemProps = { role: 'menuitem', tabIndex: -1, className: styles.item } as const;

export function Dropdown({ label, button, look = 'quiet', children }: DropdownProps) {
  const [opened, setOpened] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const menuRef = useRef<HTMLDivElement>(null);
  const menuId = useId();
  useFocusHandover(buttonRef);

  useEffect(() => {
    if (!opened) return undefined;
    menuRef.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const closeSoon = () => {
      timer = setTimeout(() => setOpened(false), closeDelayMs);
    };
    document.body.addEventListener('click', closeSoon);
    return () => {
      clearTimeout(timer);
      document.body.removeEventListener('click', closeSoon);
    };
  }, [opened]);

  function close() {
    setOpened(false);
    buttonRef.current?.focus();
  }

  /** Focuses the button before the entry acts, because a dialog returns the focus to the element that had it. */
  function focusButton(event: MouseEvent<HTMLElement>) {
    if ((event.target as Element).closest('[role^="menuitem"]')) buttonRef.current?.focus({ preventScroll: true });
  }

  return (
    <div className={styles.dropdown}>
      <button
        ref={buttonRef}
        type="button"
        className={styles.button}
        data-look={look}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? menuId : undefined}
        aria-label={label}
        onClick={(event) => {
          event.stopPropagation();
          setOpened(!opened);
        }}
      >
        {button}
      </button>
      {opened && (
        <div
          ref={menuRef}
          id={menuId}
          className={styles.menu}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onClickCapture={focusButton}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
            else if (event.key === 'Tab') setOpened(false);
            else moveFocus(event);
          }}
        >
          {children}
        </div>
      )}
    </div>
  );
}

/** Moves the focus to the heading where the button disappears with it, as the row of a deleted record does. */
function useFocusHandover(button: RefObject<HTMLButtonElement | null>) {
  const hadFocus = useRef(false);
  useLayoutEffect(
    () => () => {
      hadFocus.current = document.activeElement === button.current;
    },
    [button],
  );
  useEffect(
    () => () => {
      if (hadFocus.current && document.activeElement === document.body) focusHeading();
    },
    [],
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  items.at(target % items.length)?.focus();
}

interface DropdownItemProps {
  onSelect: () => void;
  children: ReactNode;
  tone?: 'plain' | 'danger';
  /** Makes the entry a radio item; true for the chosen one. */
  checked?: boolean;
}

export function DropdownItem({ onSelect, children, tone = 'plain', checked }: DropdownItemProps) {
  return (
    <button
      {...dropdownItemProps}
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      data-tone={tone}
      onClick={onSelect}
    >
      {children}
    </button>
  );
}

/** A hairline between groups of entries, with an optional small heading. */
export function DropdownDivider({ label }: { label?: string }) {
  return (
    <div className={styles.divider} role="presentation">
      {label}
    </div>
  );
}
