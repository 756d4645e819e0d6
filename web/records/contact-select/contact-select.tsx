import { Combobox, TextInput } from '@mantine/core';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import type { User } from '#features/people/contract/users.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { CloseIcon } from '../../ui/drawings/first-icons.tsx';
import { ContactOptions } from './contact-options.tsx';
import menus from '../../ui/menus.module.css';
import styles from '../records.module.css';
import { OptionalLabel } from '../../ui/forms/optional-label.tsx';
import { useContactSelect } from './use-contact-select.ts';

interface ContactSelectProps {
  label: string;
  /** Whether the field is one that a form needs. */
  isRequired?: boolean;
  description?: ReactNode;
  /** The address of the chosen contact; empty without one. */
  value: string;
  onChange: (email: string, user?: User) => void;
  error?: ReactNode;
  'data-path'?: string;
}

/** A searchable choice among the company's users (section 2.3). Emptying the field clears the choice. */
export function ContactSelect(props: ContactSelectProps) {
  const { label, isRequired = false, description, value, onChange, error, 'data-path': dataPath } = props;
  const {
    store,
    activeId,
    text,
    options,
    isPending,
    error: searchError,
    choose,
    type,
  } = useContactSelect({ value, onChange });
  const listId = useId();
  const hasOptions = store.dropdownOpened && options.length > 0;

  /** Enter in an open list never sends the form. */
  function keepForm(event: KeyboardEvent) {
    if (event.key === 'Enter' && store.dropdownOpened && !event.nativeEvent.isComposing) event.preventDefault();
  }

  return (
    <div data-wide>
      <Combobox
        store={store}
        onOptionSubmit={choose}
        offset={4}
        zIndex={10}
        // Within its landmark.
        withinPortal={false}
        keepMounted={false}
        // The list grows when its users arrive.
        preventPositionChangeWhenVisible={false}
        classNames={{ dropdown: menus.panel, options: menus.list, option: `${menus.option} ${styles.contact}` }}
      >
        <Combobox.Target withAriaAttributes={false}>
          <TextInput
            label={isRequired ? label : <OptionalLabel>{label}</OptionalLabel>}
            description={description}
            aria-required={isRequired}
            role="combobox"
            aria-expanded={hasOptions}
            aria-haspopup="listbox"
            aria-autocomplete="list"
            aria-controls={hasOptions ? listId : undefined}
            aria-activedescendant={activeId}
            autoComplete="off"
            spellCheck={false}
            placeholder="Search by name or e-mail"
            data-path={dataPath}
            error={error}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={keepForm}
            onClick={() => store.openDropdown()}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={() => store.closeDropdown()}
            rightSection={
              value !== '' && (
                <IconButton
                  label={`Clear ${label}`}
                  onClick={() => {
                    onChange('');
                    store.closeDropdown();
                    store.targetRef.current?.focus();
                  }}
                >
                  <CloseIcon size={16} />
                </IconButton>
              )
            }
          />
        </Combobox.Target>
        <ContactOptions
          label={label}
          listId={listId}
          options={options}
          chosenEmail={value}
          isPending={isPending}
          error={searchError}
        />
      </Combobox>
    </div>
  );
}
