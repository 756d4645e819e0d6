import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { focusHeading } from '../lib/focus-heading.ts';
import { createLateCode, useLateCode } from './late-code.ts';
import { useMenuParts } from './menu-parts.ts';
import styles from './menus.module.css';

/** Fetched when a menu is pointed at or opened: where it is placed and how it is walked through is more code than most pages. */
export const menuCode = createLateCode(() => import('./opened-menu.tsx'));

/** A click on the body closes the menu after this delay, because a click on an entry has to reach the entry first. */
const closeDelayMs = 100;

interface DropdownProps {
  /** The menu's name for screen readers. */
  label: string;
  /** Content of the button. */
  button: ReactNode;
  /** The edge of the button that the menu stands at. */
  align?: 'start' | 'end';
  /** Framed as the buttons beside it. */
  isFramed?: boolean;
  isDisabled?: boolean;
  /** Entries: `DropdownItem`, `DropdownLink`, `DropdownChoice` and `DropdownDivider`. */
  children: ReactNode;
}

/** A button with a menu (section 8). */
export function Dropdown({ label, button, align = 'end', isFramed = false, isDisabled, children }: DropdownProps) {
  const [opened, setOpened] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => setOpened(false);
  const code = useLateCode(menuCode, opened, close);
  useFocusHandover(buttonRef);
  useDelayedClosing(opened, setOpened);

  function closeByKey({ key }: KeyboardEvent) {
    if (key === 'Escape' || key === 'Tab') close();
  }

  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        id={id}
        className={styles.button}
        data-framed={isFramed || undefined}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={code ? `${id}-dropdown` : undefined}
        disabled={isDisabled}
        onClick={(event) => {
          event.stopPropagation();
          setOpened(!opened);
        }}
        onKeyDown={closeByKey}
        onPointerEnter={menuCode.approach}
        onFocus={menuCode.approach}
      >
        {button}
      </button>
      {code && (
        <code.OpenedMenu id={id} button={buttonRef} align={align} onClose={close}>
          {children}
        </code.OpenedMenu>
      )}
    </>
  );
}

/** Closes an open menu 100 ms after any click on the body. */
function useDelayedClosing(opened: boolean, setOpened: (opened: boolean) => void) {
  useEffect(() => {
    if (!opened) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const closeSoon = () => {
      timer = setTimeout(() => setOpened(false), closeDelayMs);
    };
    document.body.addEventListener('click', closeSoon);
    return () => {
      clearTimeout(timer);
      document.body.removeEventListener('click', closeSoon);
    };
  }, [opened, setOpened]);
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

interface DropdownItemProps {
  onSelect: () => void;
  children: ReactNode;
  tone?: 'plain' | 'danger';
  /** For screen readers, where other entries show the same words. */
  label?: string;
  /** Why the entry cannot be chosen now; it stays in the way of the arrow keys, so that its reason is read. */
  reason?: string | undefined;
}

export function DropdownItem({ onSelect, children, tone = 'plain', label, reason }: DropdownItemProps) {
  const isDisabled = reason !== undefined;
  const Menu = useMenuParts();
  return (
    <Menu.Item
      data-tone={tone}
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      closeMenuOnClick={!isDisabled}
      onClick={isDisabled ? (event) => event.stopPropagation() : onSelect}
    >
      {children}
      {isDisabled && <span className={styles.reason}>{reason}</span>}
    </Menu.Item>
  );
}

interface DropdownLinkProps {
  /** The router's link with these props. */
  renderLink: (props: Record<string, unknown>) => ReactNode;
  children: ReactNode;
}

export function DropdownLink({ renderLink, children }: DropdownLinkProps) {
  const Menu = useMenuParts();
  return <Menu.Item renderRoot={renderLink}>{children}</Menu.Item>;
}

interface DropdownChoiceProps extends DropdownItemProps {
  /** True for the chosen one of its group. */
  checked: boolean;
}

export function DropdownChoice({ checked, onSelect, children }: DropdownChoiceProps) {
  const Menu = useMenuParts();
  return (
    <Menu.RadioItem value="" checked={checked} onChange={onSelect} classNames={{ itemIndicator: styles.indicator }}>
      {children}
    </Menu.RadioItem>
  );
}

interface DropdownDividerProps {
  label?: string;
  /** Without the hairline. */
  isFirst?: boolean;
}

/** A hairline between groups of entries, with an optional small heading. */
export function DropdownDivider({ label, isFirst = false }: DropdownDividerProps) {
  const Menu = useMenuParts();
  return (
    <>
      {!isFirst && <Menu.Divider />}
      {label !== undefined && <Menu.Label className={styles.heading}>{label}</Menu.Label>}
    </>
  );
}
