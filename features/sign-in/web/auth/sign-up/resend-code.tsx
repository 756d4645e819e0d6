import { useEffect, useState } from 'react';
import { toErrorWords } from '#web/api/error-words.ts';
import { codePauseSeconds, describeWait, findWaitSeconds } from './code-sending.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Row, Text } from '#web/ui/layout/layout.tsx';

interface ResendCodeProps {
  send: () => Promise<unknown>;
  /** Called with the problem of a rejected request, and with null on a new attempt. */
  onProblem: (words: string | null) => void;
  /** Seconds until another code can be sent at first, because one has just been sent. */
  waitSeconds?: number | undefined;
}

/** Sends another code and confirms it. After each code it counts down until the next one can be sent. */
export function ResendCode({ send, onProblem, waitSeconds = 0 }: ResendCodeProps) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [secondsLeft, wait] = useCountdown(waitSeconds);
  async function resend() {
    setState('sending');
    onProblem(null);
    try {
      await send();
      wait(codePauseSeconds);
      setState('sent');
    } catch (error) {
      const seconds = findWaitSeconds(error);
      if (seconds === undefined) onProblem(toErrorWords(error));
      else wait(seconds);
      setState('idle');
    }
  }
  return (
    <Row as="span" gap={3} rowGap={2} align="stretch" wrap tone="soft">
      <LinkButton onClick={() => void resend()} disabled={state === 'sending' || secondsLeft > 0}>
        Resend the code
      </LinkButton>
      {secondsLeft > 0 && (
        <Text as="span" tone="faint" number>
          {describeWait(secondsLeft)}
        </Text>
      )}
      <span role="status">{state === 'sent' ? 'We have sent a new code.' : ''}</span>
    </Row>
  );
}

/** Whole seconds until the wait ends, and the start of a new wait. */
function useCountdown(seconds: number) {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const start = (duration: number) => {
    setNow(Date.now());
    setEndsAt(Date.now() + duration * 1000);
  };
  return [secondsLeft, start] as const;
}
