import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { toErrorWords } from '../../../api/error-words.ts';
import { findWaitSeconds } from '../sign-up/code-sending.ts';
import { LinkButton } from '../layout/link-button.tsx';
import { secondFactorWords } from './second-factor-words.ts';
import type { ChooseSecondFactor, SecondFactor } from './second-factor-words.ts';

const methods: readonly SecondFactor[] = ['totp', 'email', 'recovery'];

interface SecondFactorChoiceProps {
  method: SecondFactor;
  onChoose: ChooseSecondFactor;
  /** Called with the problem of a code that could not be mailed, and with null on a new attempt. */
  onProblem: (words: string | null) => void;
}

/** The other methods of the second factor. Choosing the mailed code sends it. */
export function SecondFactorChoice({ method, onChoose, onProblem }: SecondFactorChoiceProps) {
  const [isSending, setSending] = useState(false);
  async function choose(chosen: SecondFactor) {
    if (chosen !== 'email') {
      onChoose(chosen);
      return;
    }
    onProblem(null);
    setSending(true);
    try {
      await client.session.sendSignInCode();
      onChoose('email');
    } catch (error) {
      const waitSeconds = findWaitSeconds(error);
      if (waitSeconds === undefined) onProblem(toErrorWords(error));
      else onChoose('email', waitSeconds);
    } finally {
      setSending(false);
    }
  }
  return methods
    .filter((other) => other !== method)
    .map((other) => (
      <LinkButton key={other} onClick={() => void choose(other)} disabled={isSending}>
        {secondFactorWords[other].choice}
      </LinkButton>
    ));
}
