import { useId, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { describeChoice, type FilterOption } from './filter-options.ts';
import { ChevronDownIcon } from '../drawings/icons.tsx';
import { createLateCode, useLateCode } from '../late-code.ts';
import { Block, Text } from '../layout/layout.tsx';
import styles from '../menus.module.css';

/** Fetched when a filter is pointed at or opened. */
export const multiSelectCode = createLateCode(() => import('./multi-select-panel.tsx'));

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
  const { label, icon, options, chosen, noneLabel, onApproach } = props;
  const panelId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const code = useLateCode(multiSelectCode, isOpen, () => setOpen(false));
  const choice = describeChoice(options ?? [], chosen, noneLabel);

  function approach() {
    multiSelectCode.approach();
    onApproach?.();
  }

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function closeAfterBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
  }

  return (
    <Block framing onBlur={closeAfterBlur}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-field={icon === undefined || undefined}
        title={icon === undefined ? undefined : `${label}: ${choice}`}
        aria-label={`${label}: ${choice}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={code ? panelId : undefined}
        data-chosen={chosen.length > 0 || undefined}
        onClick={() => {
          onApproach?.();
          setOpen(!isOpen);
        }}
        onPointerEnter={approach}
        onFocus={approach}
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
      {code && (
        <code.MultiSelectPanel
          {...props}
          id={panelId}
          button={button}
          isAtIcon={icon !== undefined}
          onDismiss={() => setOpen(false)}
          onClose={close}
        />
      )}
    </Block>
  );
}
