import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { ActionDialog } from '../action-dialog.tsx';
import { useOpenCompany, type CompanyPlace } from './use-open-company.ts';

/** A company whose page can be opened. */
export interface NamedCompany {
  readonly id: string;
  readonly name: string;
}

/** Asks before the portal acts in a company that a figure, a line or an entry of a menu is about. */
export function useOpeningQuestion(currentId: string) {
  const open = useOpenCompany();
  const router = useRouter();
  const [asked, setAsked] = useState<{ company: NamedCompany; place?: CompanyPlace | undefined }>();
  const askToOpen = (company: NamedCompany, place?: CompanyPlace) => {
    if (company.id !== currentId) return setAsked({ company, place });
    const { path = paths.dashboard(), search = {} } = place ?? {};
    void router.navigate({ to: path, search });
  };
  const dialog = asked && (
    <ActionDialog
      title={`Act in ${asked.company.name}?`}
      run={() => open(asked.company.id, asked.place)}
      label={`Open ${asked.company.name}`}
      onClose={() => setAsked(undefined)}
    >
      <p>Until you leave it, what you see and change is of this company, and its audit log names you.</p>
    </ActionDialog>
  );
  return { dialog, askToOpen };
}
