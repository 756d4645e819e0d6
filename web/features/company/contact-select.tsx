import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { CloseIcon } from '../../ui/drawings/icons.tsx';
import { ContactOptions, toOptionId } from './contact-options.tsx';
import styles from './contact-select.module.css';
import { OptionalLabel } from './optional-label.tsx';
import { useContactSelect } from './use-contact-select.ts';

interface ContactSelectProps {
  label: string;
  /** The address of the chosen contact; empty without one. */
  value: string;
  onChange: (email: string) => void;
  error?: ReactNode;
  'data-path'?: string;
}

/** A searchable choice among the company's users (section 2.3). Emptying the field clears the choice. */
export function ContactSelect({ label, value, onChange, error, 'data-path': dataPath }: ContactSelectProps) {
  const select = useContactSelect({ value, onChange });
  const input = useRef<HTMLInputElement>(null);
  const hasOptions = select.isOpen && select.options.length > 0;
  const isActive = hasOptions && select.activeIndex in select.options;
  return (
    <div className={styles.select} data-wide>
      <TextInput
        ref={input}
        label={<OptionalLabel>{label}</OptionalLabel>}
        role="combobox"
        aria-expanded={hasOptions}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-controls={hasOptions ? select.listId : undefined}
        aria-activedescendant={isActive ? toOptionId(select.listId, select.activeIndex) : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Search by name or e-mail"
        data-path={dataPath}
        error={error}
        value={select.text}
        onChange={(event) => select.type(event.currentTarget.value)}
        onKeyDown={select.pressKey}
        onClick={select.open}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={select.close}
        rightSection={
          value !== '' && (
            <button
              type="button"
              className={styles.clear}
              aria-label={`Clear ${label}`}
              onClick={() => {
                onChange('');
                select.close();
                input.current?.focus();
              }}
            >
              <CloseIcon size={16} />
            </button>
          )
        }
      />
      {select.isOpen && (
        <ContactOptions
          label={label}
          listId={select.listId}
          options={select.options}
          activeIndex={select.activeIndex}
          chosenEmail={value}
          isPending={select.search.isPending}
          error={select.search.error}
          onChoose={select.choose}
        />
      )}
    </div>
  );
}
