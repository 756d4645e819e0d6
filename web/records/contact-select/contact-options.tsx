import { Combobox } from '@mantine/core';
import type { User } from '#features/people/contract/users.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { contactLimit } from './contact.queries.ts';
import { toContactLabel } from './use-contact-select.ts';
import { look } from '../../ui/layout/layout.tsx';

interface ContactOptionsProps {
  label: string;
  listId: string;
  options: readonly User[];
  chosenEmail: string;
  isPending: boolean;
  error: unknown;
}

/** The open list: its users, or the reason why it is empty. */
export function ContactOptions(props: ContactOptionsProps) {
  const { label, listId, options, chosenEmail } = props;
  const isListed = options.length > 0 && options.length < contactLimit;
  return (
    // A mouse press must not blur the field, because that would close the list.
    <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>
      {options.length > 0 && (
        <Combobox.Options id={listId} aria-label={label}>
          {options.map((user) => (
            <Combobox.Option key={user.id} value={user.id} aria-selected={user.email === chosenEmail}>
              {toContactLabel(user)}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      )}
      <p
        role="status"
        {...(isListed ? { className: 'visually-hidden' } : look({ pad: [2, 3], size: 'sm', tone: 'faint' }))}
      >
        {getWords(props)}
      </p>
    </Combobox.Dropdown>
  );
}

function getWords({ options, isPending, error }: ContactOptionsProps): string {
  if (isPending) return 'Searching…';
  if (error) return toErrorWords(error);
  if (options.length === 0) return 'No user matches this search.';
  if (options.length >= contactLimit) return `Showing the first ${contactLimit} users. Type to narrow the search.`;
  return options.length === 1 ? '1 user' : `${options.length} users`;
}
