import { Popover } from '@mantine/core';
import type { RefObject } from 'react';
import { ButtonOutside } from '../button-outside.ts';
import styles from '../menus.module.css';
import { MultiSelectOptions, type MultiSelectOptionsProps } from './multi-select-options.tsx';

interface MultiSelectPanelProps extends MultiSelectOptionsProps {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  /** The button is an icon, at the end of its line. */
  isAtIcon: boolean;
  /** By a click elsewhere, which has the focus. */
  onDismiss: () => void;
}

/** The open list of a `MultiSelectFilter`. */
export function MultiSelectPanel({ id, button, isAtIcon, onDismiss, ...options }: MultiSelectPanelProps) {
  return (
    <Popover
      opened
      onChange={onDismiss}
      position={isAtIcon ? 'bottom-end' : 'bottom-start'}
      offset={6}
      width="19rem"
      zIndex={8}
      transitionProps={{ duration: 0 }}
      // Mantine's roles would name the dialog after its button.
      withRoles={false}
      // Within its landmark. Hidden while the button is scrolled away, it would lose the focus.
      withinPortal={false}
      hideDetached={false}
      // Escape belongs to the search, which knows whether it only ends an IME composition.
      closeOnEscape={false}
    >
      <Popover.Target>
        <ButtonOutside button={button} />
      </Popover.Target>
      <Popover.Dropdown
        className={styles.panel}
        id={id}
        role="dialog"
        aria-label={`Filter by ${options.label.toLowerCase()}`}
      >
        <MultiSelectOptions {...options} />
      </Popover.Dropdown>
    </Popover>
  );
}
