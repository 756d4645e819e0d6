import { useState } from 'react';
import { client } from '../../api/client.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import styles from './auth-form.module.css';
import { LinkButton } from './link-button.tsx';
import { ResendCode } from './resend-code.tsx';
import { secondFactorWords } from './second-factor-words.ts';
import type { SecondFactor } from './second-factor-words.ts';

const methods: readonly SecondFactor[] = ['totp', 'email', 'recovery'];

interface SecondFactorChoiceProps {
  method: SecondFactor;
  onChoose: (method: SecondFactor) => void;
}

/** The other ways to prove it; the mailed code is sent when it is chosen. */
export function SecondFactorChoice({ method, onChoose }: SecondFactorChoiceProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  async function choose(chosen: SecondFactor) {
    setProblem(null);
    if (chosen !== 'email') {
      onChoose(chosen);
      return;
    }
    setSending(true);
    try {
      await client.session.sendSignInCode();
      onChoose('email');
    } catch (error) {
      setProblem(toErrorWords(error));
    } finally {
      setSending(false);
    }
  }
  return (
    <div className={styles.asides}>
      <FormAlert>{problem}</FormAlert>
      {method === 'email' && <ResendCode send={() => client.session.sendSignInCode()} onProblem={setProblem} />}
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <LinkButton key={other} onClick={() => void choose(other)} disabled={isSending}>
            {secondFactorWords[other].choice}
          </LinkButton>
        ))}
    </div>
  );
}
