import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { toErrorWords } from '#web/api/error-words.ts';
import { queries } from '#web/api/queries.ts';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { Row } from '#web/ui/layout/layout.tsx';

const maxLength = 200;

/** Opens the conversation with the id that its assistant gave it, whatever the filters are. */
export function FindById() {
  const { open } = useOverlayInUrl('record');
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [isFinding, setFinding] = useState(false);
  const externalId = text.trim();

  async function find(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (externalId === '' || isFinding) return;
    setFinding(true);
    try {
      const input = { query: { externalId } };
      const { id } = await client.fetchQuery(queries.analytics.findConversation.queryOptions({ input, staleTime: 0 }));
      setFault(id === null ? 'There is no conversation with this ID.' : undefined);
      if (id !== null) open(id);
    } catch (error) {
      setFault(toErrorWords(error));
    }
    setFinding(false);
  }

  return (
    <Row as="form" gap={2} align="start" role="search" aria-label="Find by ID" onSubmit={(event) => void find(event)}>
      <TextInput
        aria-label="Conversation ID"
        placeholder="Conversation ID"
        maxLength={maxLength}
        value={text}
        error={fault}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setFault(undefined);
        }}
      />
      <Button type="submit" variant="default" loading={isFinding} disabled={externalId === ''}>
        Find
      </Button>
    </Row>
  );
}
