import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PlusIcon } from '../ui/drawings/icons.tsx';

interface NewRecordLinkProps {
  to: string;
  /** How the list stands, for a form that leads back to it. */
  listSearch?: object;
  /** Makes it as loud as the other buttons, on a page whose main thing is another. */
  isQuiet?: boolean;
  children: string;
}

/** The button in the head of a list that leads to the form of a new record. */
export function NewRecordLink({ to, listSearch, isQuiet = false, children }: NewRecordLinkProps) {
  return (
    <Button
      variant={isQuiet ? 'default' : 'filled'}
      leftSection={<PlusIcon size={18} />}
      renderRoot={(props) => <Link {...props} to={to} {...(listSearch && { state: { listSearch } })} />}
    >
      {children}
    </Button>
  );
}
