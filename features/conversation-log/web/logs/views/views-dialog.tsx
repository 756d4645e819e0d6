import { Button, Checkbox, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LogView, LogViewCount, LogViewFilters } from '#features/conversation-log/contract/log-views.ts';
import { ActionForm } from '#web/records/action-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Block, Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import { describeCount, describeOwner, type ListedView } from './listed-views.ts';
import { loadViewName, ShareField } from './save-view-dialog.tsx';
import { describeFilters, useDeleteView, useUpdateView } from './saved-views.ts';

interface ViewsDialogProps {
  views: readonly ListedView[];
  counts: ReadonlyMap<string, LogViewCount>;
  /** The present filters of the log, where no view has them. */
  filters: LogViewFilters | undefined;
  toSearch: (view: ListedView) => object;
  onClose: () => void;
}

interface Step {
  readonly kind: 'edit' | 'delete';
  readonly view: LogView;
}

/** All saved views, own ones first: to open, to edit and to delete. */
export function ViewsDialog({ views, counts, filters, toSearch, onClose }: ViewsDialogProps) {
  const [step, setStep] = useState<Step>();
  const back = () => setStep(undefined);
  return (
    <Dialog opened onClose={step ? back : onClose} title={toTitle(step)} widthPx={620}>
      {step?.kind === 'edit' && <EditView view={step.view} filters={filters} onClose={back} />}
      {step?.kind === 'delete' && <DeleteView view={step.view} onClose={back} />}
      {!step && views.length === 0 && <Text tone="soft">You have no saved views.</Text>}
      {!step && (
        <Stack as="ul" aria-label="Saved views">
          {views.map((view) => (
            <SavedView
              key={view.key}
              view={view}
              count={describeCount(counts.get(view.key))}
              search={toSearch(view)}
              onOpen={onClose}
              onStep={setStep}
            />
          ))}
        </Stack>
      )}
    </Dialog>
  );
}

function toTitle(step: Step | undefined): string {
  if (!step) return 'Saved views';
  return `${step.kind === 'edit' ? 'Edit' : 'Delete'} ${step.view.name}`;
}

interface SavedViewProps {
  view: ListedView;
  count: string | undefined;
  search: object;
  onOpen: () => void;
  onStep: (step: Step) => void;
}

function SavedView({ view: { name, saved }, count, search, onOpen, onStep }: SavedViewProps) {
  if (!saved) return null;
  const facts = [describeOwner(saved), count !== undefined && toCountWords(count), describeFilters(saved.filters)];
  return (
    <Row as="li" gap={3} pad={[3, 0]} rule="below" justify="between">
      <Block breaks="anywhere">
        <Link to="." search={search} resetScroll={false} onClick={onOpen}>
          {name}
        </Link>
        <Text size="sm" tone="soft">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </Block>
      <Row gap={1} fixed>
        {saved.isOwn && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Edit ${name}`}
            onClick={() => onStep({ kind: 'edit', view: saved })}
          >
            Edit
          </Button>
        )}
        {saved.canDelete && (
          <Button
            variant="subtle"
            size="compact-sm"
            color="red"
            aria-label={`Delete ${name}`}
            onClick={() => onStep({ kind: 'delete', view: saved })}
          >
            Delete
          </Button>
        )}
      </Row>
    </Row>
  );
}

const toCountWords = (count: string) => (count === '1' ? '1 conversation' : `${count} conversations`);

interface EditViewProps {
  view: LogView;
  filters: LogViewFilters | undefined;
  onClose: () => void;
}

function EditView({ view: { id, name, isShared, version, filters: stored }, filters, onClose }: EditViewProps) {
  const update = useUpdateView();
  return (
    <ActionForm
      values={{ name, isShared, replaces: false }}
      loadSchema={loadViewName}
      run={({ replaces, ...form }) =>
        update.mutateAsync({ params: { id }, body: { ...form, version, ...(replaces && filters && { filters }) } })
      }
      done={({ name: changed }) => `View “${changed.trim()}” saved.`}
      label="Save"
      renderFields={(form) => (
        <>
          <TextInput data-autofocus label="Name" maxLength={60} aria-required {...form.getInputProps('name')} />
          <ShareField {...form.getInputProps('isShared', { type: 'checkbox' })} />
          {filters && (
            <Checkbox
              mt="md"
              label="Use the present filters"
              description={describeFilters(filters)}
              {...form.getInputProps('replaces', { type: 'checkbox' })}
            />
          )}
        </>
      )}
      onClose={onClose}
    >
      <Text below={4} tone="soft" breaks="anywhere">{`Filters: ${describeFilters(stored) || 'none'}.`}</Text>
    </ActionForm>
  );
}

function DeleteView({ view: { id, name, isShared }, onClose }: { view: LogView; onClose: () => void }) {
  const remove = useDeleteView();
  return (
    <ActionForm
      run={() => remove.mutateAsync({ params: { id } })}
      done={`View “${name}” deleted.`}
      label="Delete"
      isHarmful
      onClose={onClose}
    >
      <Text breaks="anywhere">
        {isShared
          ? 'The view is deleted for everyone who uses it. No conversation is deleted.'
          : 'Your view is deleted. No conversation is deleted.'}
      </Text>
    </ActionForm>
  );
}
