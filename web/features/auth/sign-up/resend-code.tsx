import { useState } from 'react';
import { toSendingWords } from './code-sending.ts';
import { LinkButton } from '../layout/link-button.tsx';
import styles from './resend-code.module.css';

interface ResendCodeProps {
  send: () => Promise<unknown>;
  /** Gets the words where sending was refused, null when it begins anew. */
  onProblem: (words: string | null) => void;
}

/** Sends another code and says that it was sent. */
export function ResendCode({ send, onProblem }: ResendCodeProps) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  async function resend() {
    setState('sending');
    onProblem(null);
    try {
      await send();
      setState('sent');
    } catch (error) {
      onProblem(toSendingWords(error));
      setState('idle');
    }
  }
  return (
    <span className={styles.resend}>
      <LinkButton onClick={() => void resend()} disabled={state === 'sending'}>
        Resend the code
      </LinkButton>
      <span role="status">{state === 'sent' ? 'A new code is on its way.' : ''}</span>
    </span>
  );
}
