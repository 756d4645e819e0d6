import { lazy, Suspense, useState } from 'react';
import type { ConfirmDeleteProps } from './confirm-delete-dialog.tsx';

const Dialog = lazy(async () => {
  const { ConfirmDeleteDialog } = await import('./confirm-delete-dialog.tsx');
  return { default: ConfirmDeleteDialog };
});

/** Asks for the word DELETE before a deletion (sections 4 and 5). Its code is loaded when it first opens. */
export function ConfirmDelete(props: ConfirmDeleteProps) {
  const [wasOpened, setWasOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
