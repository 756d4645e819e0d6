import { Checkbox } from '@mantine/core';
import type { CheckboxProps } from '@mantine/core';
import { useState } from 'react';
import styles from './agreement-fields.module.css';
import { AgreementDialog } from './agreement-dialog.tsx';
import type { Agreement } from './agreement-dialog.tsx';
import { LinkButton } from '../layout/link-button.tsx';

interface AgreementFieldsProps {
  terms: CheckboxProps;
  dataProcessing: CheckboxProps;
}

/** The two agreements of sign-up, each with its document to read before agreeing. */
export function AgreementFields({ terms, dataProcessing }: AgreementFieldsProps) {
  const [shown, setShown] = useState<Agreement>();
  return (
    <div className={styles.agreements}>
      <div className={styles.agreement}>
        <Checkbox label="Terms & Conditions" {...terms} />
        <LinkButton onClick={() => setShown('terms')}>Read the terms</LinkButton>
      </div>
      <div className={styles.agreement}>
        <Checkbox label="Data Processing" {...dataProcessing} />
        <LinkButton onClick={() => setShown('data-processing')}>Read the details</LinkButton>
      </div>
      {shown && <AgreementDialog agreement={shown} onClose={() => setShown(undefined)} />}
    </div>
  );
}
