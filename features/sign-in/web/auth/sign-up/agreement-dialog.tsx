import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useId, useRef } from 'react';
import { Block } from '#web/ui/layout/layout.tsx';
import styles from './sign-up.module.css';

export type Agreement = 'terms' | 'data-processing';

const documents = {
  terms: {
    title: 'Terms & Conditions',
    text: lazy(() => import('./terms-document.tsx').then(({ TermsDocument }) => ({ default: TermsDocument }))),
  },
  'data-processing': {
    title: 'Data Processing',
    text: lazy(() =>
      import('./data-processing-document.tsx').then(({ DataProcessingDocument }) => ({
        default: DataProcessingDocument,
      })),
    ),
  },
} as const;

interface AgreementDialogProps {
  agreement: Agreement;
  onClose: () => void;
}

/** Shows a document in a native dialog, which traps the focus and closes on Escape. */
export function AgreementDialog({ agreement, onClose }: AgreementDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { title, text: Text } = documents[agreement];
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <Block
      ref={dialog}
      as="dialog"
      pad={8}
      card="raised"
      tone="ink"
      className={styles.dialog}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <h2 id={titleId}>{title}</h2>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <Block tone="soft" full className={styles.text} tabIndex={0} role="region" aria-labelledby={titleId}>
        <Suspense fallback={<p>Loading…</p>}>
          <Text />
        </Suspense>
      </Block>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </Block>
  );
}
