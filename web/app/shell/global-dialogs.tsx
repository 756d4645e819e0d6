import { lazy, Suspense, useSyncExternalStore } from 'react';
import { settings } from '../../lib/settings.ts';
import { leavingStore } from '../../ui/feedback/external-link-store.ts';

const LeavingDialog = lazy(async () => {
  const { LeavingDialog: component } = await import('../../ui/feedback/external-link-dialog.tsx');
  return { default: component };
});

/** Popups that any screen may open. Their code is fetched with the first of them. */
export function Popups() {
  const href = useSyncExternalStore(leavingStore.subscribe, leavingStore.get);
  if (href === undefined) return null;
  return (
    <Suspense>
      <LeavingDialog product={settings.brand.product} />
    </Suspense>
  );
}
