import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PlusIcon } from '../ui/drawings/icons.tsx';

interface NewRecordLinkProps {
  to: string;
  /** How the list stands, for a form that leads back to it. */
  listSearch?: object;
  children: string;
}

/** The button in the head of a list that leads to the form of a new record. */
export function NewRecordLink({ to, listSearch, children }: NewRecordLinkProps) {
  return (
    <Button
      leftSection={<PlusIcon size={18} />}
      renderRoot={(props) => <Link {...props} to={to} {...(listSearch && { state: { listSearch } })} />}
    >
      {children}
    </Button>
  );
}
