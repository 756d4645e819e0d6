import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { currentUserQuery } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/paths.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { readerChoices, type ReaderChoiceName } from './reader-choices.ts';

const rightsQuery = queries.rights.get.queryOptions({ gcTime: 0 });
const names = Object.keys(readerChoices) as ReaderChoiceName[];

/** Asks once who may read the conversations of a new company. To skip it keeps what holds: everyone. */
export function ReadersQuestion() {
  const [name, setName] = useState<ReaderChoiceName>('everyone');
  const { data: rights } = useQuery(rightsQuery);
  const update = useCall(queries.rights.update, {
    changes: [rightsQuery, currentUserQuery, queries.attention.list],
  });
  async function answer(chosen: ReaderChoiceName, done: string) {
    if (!rights) return;
    const levels = { ...rights.levels, transcripts: readerChoices[chosen].levels };
    try {
      await update.mutateAsync({ body: { levels, version: rights.version } });
      showToast(done);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }
  const isBusy = !rights || update.isPending;
  return (
    <Block as="section" card="plain" pad={6} below={8} aria-labelledby="readers-question">
      <Block below={3}>
        <h2 id="readers-question">Who may read conversations?</h2>
      </Block>
      <Row gap={3} align="start" wrap>
        <NativeSelect
          aria-labelledby="readers-question"
          data={names.map((value) => ({ value, label: readerChoices[value].label }))}
          value={name}
          onChange={(event) => setName(event.currentTarget.value as ReaderChoiceName)}
        />
        <Button disabled={isBusy} onClick={() => void answer(name, 'Saved. You can change it in Roles and rights.')}>
          Save
        </Button>
        <Row tall>
          <LinkButton
            disabled={isBusy}
            onClick={() =>
              void answer('everyone', 'Everyone reads all conversations. You can change it in Roles and rights.')
            }
          >
            Skip
          </LinkButton>
        </Row>
      </Row>
      <Text above={3} size="sm" tone="soft" breaks="pretty" measure={46} role="status">
        <span>{readerChoices[name].explanation}</span> <span>You can change this at any time in </span>
        <Link to={paths.rights()}>Roles and rights</Link>
        <span>.</span>
      </Text>
    </Block>
  );
}
