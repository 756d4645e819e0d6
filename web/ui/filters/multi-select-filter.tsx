import { useEffect, useId, useRef, useState } from 'react';
import { describeChoice } from './filter-options.ts';
import type { FilterOption } from './filter-options.ts';
import { ChevronDownIcon } from '../drawings/icons.tsx';
import { MultiSelectOptions } from './multi-select-options.tsx';
import styles from './multi-select-filter.module.css';

interface MultiSelectFilterProps {
  /** The filtered property: 'Skill'. */
  label: string;
  /** Undefined while they are loading. */
  options: readonly FilterOption[] | undefined;
  /** Values of the chosen options; none means no filter. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** The most options that can be chosen. */
  maxChosen: number;
  /** The error of a failed load of the options. */
  error?: string | undefined;
  /** Called on hover and focus, to load the options before the list opens. */
  onApproach?: () => void;
}

/** A filter of several choices: a button that shows the choice, and a list with a search. */
export function MultiSelectFilter(props: MultiSelectFilterProps) {
  const { label, options, chosen, onChange, maxChosen, error, onApproach } = props;
  const panelId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { frame, isOpen, setOpen } = useFilterPopover();
  const choice = describeChoice(options ?? [], chosen);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  return (
    <div ref={frame} className={styles.filter}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={`${label}: ${choice}`}
        data-chosen={chosen.length > 0 || undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => {
          onApproach?.();
          setOpen(!isOpen);
        }}
        onPointerEnter={onApproach}
        onFocus={onApproach}
      >
        <span className={styles.label}>{label}</span>
        <span className={styles.choice}>{choice}</span>
        <ChevronDownIcon size={16} />
      </button>
      {isOpen && (
        <div id={panelId} className={styles.panel} role="dialog" aria-label={`Filter by ${label.toLowerCase()}`}>
          <MultiSelectOptions
            label={label}
            options={options}
            chosen={chosen}
            onChange={onChange}
            maxChosen={maxChosen}
            error={error}
            onClose={close}
          />
        </div>
      )}
    </div>
  );
}

/** State of a panel below its button. It closes when pointer or focus leave `frame`, which holds both. */
function useFilterPopover() {
  const frame = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && frame.current?.contains(target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);
  return { frame, isOpen, setOpen };
}
