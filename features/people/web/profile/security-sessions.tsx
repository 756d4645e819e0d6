import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toErrorWords } from '#web/api/error-words.ts';
import { signOutEverywhere } from '#web/api/sign-out.ts';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { SessionList } from './session-list.tsx';
import { Stack } from '#web/ui/layout/layout.tsx';

/** Ends every session of the account, this one included. */
export function SecuritySessions() {
  const [isAsking, setAsking] = useState(false);
  const ending = useMutation({
    mutationFn: signOutEverywhere,
    onError: (error) => showToast(toErrorWords(error), 'error'),
    onSettled: () => setAsking(false),
  });
  return (
    <Stack gap={4} align="start">
      <SessionList />
      <p>Lost a device? Sign out of all sessions.</p>
      <Button variant="default" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <Dialog opened={isAsking} onClose={() => setAsking(false)} title="Sign out everywhere?">
        <p>This signs you out everywhere, including here.</p>
        <DialogActions onCancel={() => setAsking(false)}>
          <Button loading={ending.isPending} onClick={() => ending.mutate()}>
            Sign out everywhere
          </Button>
        </DialogActions>
      </Dialog>
    </Stack>
  );
}
