import { Menu } from '@mantine/core';
import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import { ButtonOutside } from './button-outside.ts';
import { MenuParts } from './menu-parts.ts';
import styles from './menus.module.css';

interface OpenedMenuProps {
  /** That of the button, whose name the menu has; its own is `ID-dropdown`. */
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  align: 'start' | 'end';
  onClose: () => void;
  children: ReactNode;
}

/** The open menu of a `Dropdown`. */
export function OpenedMenu({ id, button, align, onClose, children }: OpenedMenuProps) {
  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    button.current?.focus();
    onClose();
  }

  /** Focuses the button before the entry acts, because a dialog returns the focus to the element that had it. */
  function focusButton(event: MouseEvent) {
    if ((event.target as Element).closest('[data-menu-item]')) button.current?.focus({ preventScroll: true });
  }

  return (
    <Menu
      opened
      onChange={onClose}
      id={id}
      position={`bottom-${align}`}
      offset={6}
      // Within its landmark, and fixed, so that a table that scrolls does not cut it.
      withinPortal={false}
      floatingStrategy="fixed"
      transitionProps={{ duration: 0 }}
      classNames={{
        dropdown: `${styles.panel} ${styles.menu}`,
        item: styles.option,
        itemLabel: styles.label,
        divider: styles.divider,
      }}
      // The first entry takes the focus. It returns before an entry acts, which may open a dialog, and a click elsewhere closes
      // after a moment, so that both are done here.
      menuItemTabIndex={0}
      withInitialFocusPlaceholder={false}
      returnFocus={false}
      closeOnClickOutside={false}
      // Here too: closed by Mantine, the menu would be gone before the button has the focus.
      closeOnEscape={false}
    >
      <Menu.Target>
        <ButtonOutside button={button} />
      </Menu.Target>
      <Menu.Dropdown onKeyDown={handleKey} onClickCapture={focusButton}>
        <MenuParts value={Menu}>{children}</MenuParts>
      </Menu.Dropdown>
    </Menu>
  );
}
