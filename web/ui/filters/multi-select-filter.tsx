import { Popover } from '@mantine/core';
import { useId, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { describeChoice, type FilterOption } from './filter-options.ts';
import { ChevronDownIcon } from '../drawings/icons.tsx';
import { MultiSelectOptions } from './multi-select-options.tsx';
import { Block, Text } from '../layout/layout.tsx';
import styles from '../menus.module.css';

interface MultiSelectFilterProps {
  /** The filtered property: 'Skill'. */
  label: string;
  /** Stands alone in the place of label and choice, which then only screen readers and the tooltip say. */
  icon?: ReactNode;
  /** Undefined while they are loading. */
  options: readonly FilterOption[] | undefined;
  /** Values of the chosen options; none means no filter. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** The choice in words where nothing is chosen. */
  noneLabel?: string;
  /** The most options that can be chosen. */
  maxChosen: number;
  /** The error of a failed load of the options. */
  error?: string | undefined;
  /** Called on hover and focus, to load the options before the list opens. */
  onApproach?: () => void;
}

/** A filter of several choices: a button that shows the choice, and a list with a search. */
export function MultiSelectFilter(props: MultiSelectFilterProps) {
  const { label, icon, options, chosen, onChange, noneLabel, maxChosen, error, onApproach } = props;
  const panelId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const choice = describeChoice(options ?? [], chosen, noneLabel);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function closeAfterBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
  }

  return (
    <Block framing onBlur={closeAfterBlur}>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position={icon === undefined ? 'bottom-start' : 'bottom-end'}
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
          <button
            ref={button}
            type="button"
            className={styles.button}
            data-field={icon === undefined || undefined}
            title={icon === undefined ? undefined : `${label}: ${choice}`}
            aria-label={`${label}: ${choice}`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            data-chosen={chosen.length > 0 || undefined}
            onClick={() => {
              onApproach?.();
              setOpen(!isOpen);
            }}
            onPointerEnter={onApproach}
            onFocus={onApproach}
          >
            {icon ?? (
              <>
                <Text as="span" tone="soft">
                  {label}
                </Text>
                <Text as="span" measure={12} weight="medium" breaks="clip">
                  {choice}
                </Text>
                <ChevronDownIcon size={16} />
              </>
            )}
          </button>
        </Popover.Target>
        <Popover.Dropdown
          className={styles.panel}
          id={panelId}
          role="dialog"
          aria-label={`Filter by ${label.toLowerCase()}`}
        >
          <MultiSelectOptions
            label={label}
            options={options}
            chosen={chosen}
            onChange={onChange}
            noneLabel={noneLabel}
            maxChosen={maxChosen}
            error={error}
            onClose={close}
          />
        </Popover.Dropdown>
      </Popover>
    </Block>
  );
}
