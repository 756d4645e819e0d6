import { useState } from 'react';
import { toSendingWords } from './code-sending.ts';
import { LinkButton } from '../layout/link-button.tsx';
import styles from './resend-code.module.css';

interface ResendCodeProps {
  send: () => Promise<unknown>;
  /** Called with the problem of a rejected request, and with null on a new attempt. */
  onProblem: (words: string | null) => void;
}

/** Sends another code and confirms it. */
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
      <span role="status">{state === 'sent' ? 'We have sent a new code.' : ''}</span>
    </span>
  );
}
