import { Button } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import { SecurityBothFactors } from './security-both-factors.tsx';
import styles from './security-page.module.css';

/** Makes new recovery codes and shows them this once. */
export function SecurityRecoveryCodes({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) {
    return (
      <div className={styles.stack}>
        <RecoveryCodes codes={codes} />
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </div>
    );
  }
  return (
    <SecurityBothFactors
      title="Make new recovery codes"
      submitLabel="Make new codes"
      onCancel={onDone}
      onSubmit={async (body) => {
        const { recoveryCodes } = await client.session.renewRecoveryCodes({ body });
        setCodes(recoveryCodes);
      }}
    />
  );
}
