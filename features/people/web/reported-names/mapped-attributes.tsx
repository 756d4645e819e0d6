import { Autocomplete, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { formatDateTime } from '#contract/calendar/formats.ts';
import {
  maxMappedAttributes,
  type AttributeValue,
  type MappedAttribute,
} from '#features/intake/contract/attribute-values.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { useUnsavedInput } from '#web/lib/unsaved-input.ts';
import { getProblemFields } from '#web/api/form-errors.ts';
import { focusHeading } from '#web/lib/focus-heading.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { defineColumns } from '#web/ui/records/columns.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { MapValueDialog } from './map-value-dialog.tsx';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { attributesQuery, useCreateAttribute, useDeleteAttribute } from './reported-names.queries.ts';

/** Names that clients often use. */
const suggestions = [
  'service.name',
  'service.namespace',
  'deployment.environment.name',
  'gen_ai.agent.name',
  'gen_ai.agent.id',
  'gen_ai.request.model',
  'langfuse.environment',
];

/** The attributes that the company maps, each with the values that reports had last. */
export function MappedAttributes() {
  const { data: attributes } = useQuery(attributesQuery);
  return (
    <Block as="section" above={12} aria-labelledby="mapped-attributes">
      <h2 id="mapped-attributes">Attribute mapping</h2>
      <Text measure={42} above={2} below={5} tone="soft">
        Match values of OpenTelemetry attributes, e.g. <code translate="no">service.name</code>, to a skill or a user.
        This applies to conversations from now on. Priority: priced skill names, then these attributes, then other
        names.
      </Text>
      {attributes?.map((attribute) => (
        <Attribute key={attribute.id} attribute={attribute} />
      ))}
      {attributes && attributes.length < maxMappedAttributes && <AddAttribute />}
    </Block>
  );
}

function AddAttribute() {
  const [name, setName] = useState('');
  useUnsavedInput(() => name.trim() !== '');
  const [problem, setProblem] = useState<string>();
  const createAttribute = useCreateAttribute();

  async function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (createAttribute.isPending) return;
    setProblem(undefined);
    try {
      await createAttribute.mutateAsync({ body: { name: name.trim() } });
      setName('');
      showToast(`Values of ${name.trim()} are listed as soon as they are reported.`);
    } catch (error) {
      setProblem(getProblemFields(error)[0]?.message ?? toErrorWords(error));
    }
  }

  return (
    <Row as="form" gap={3} align="end" wrap onSubmit={(event) => void add(event)} noValidate>
      <Autocomplete
        label="Attribute"
        placeholder="service.name"
        data={suggestions}
        value={name}
        onChange={setName}
        error={problem}
        maxLength={100}
        spellCheck={false}
      />
      <Button type="submit" loading={createAttribute.isPending}>
        Add attribute
      </Button>
    </Row>
  );
}

interface CellContext {
  timeZone: string;
  attribute: MappedAttribute;
  onMap: (value: AttributeValue) => void;
}

const columns = defineColumns<AttributeValue, CellContext>([
  { key: 'value', isName: true, label: 'Value', overflow: 'anywhere', look: 'strong', text: ({ value }) => value },
  {
    key: 'seen',
    label: 'Last seen',
    width: '18%',
    cell: ({ seenAt }, { timeZone }) => (seenAt === null ? 'Never' : formatDateTime(seenAt, timeZone)),
  },
  { key: 'becomes', label: 'Mapped to', width: '34%', cell: (value) => <Becomes value={value} /> },
  {
    key: 'actions',
    label: 'Actions',
    isLabelHidden: true,
    width: '7rem',
    align: 'end',
    cell: (value, { attribute, onMap }) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Map ${attribute.name} ${value.value}`}
        onClick={() => onMap(value)}
      >
        Map
      </Button>
    ),
  },
]);

const isMapped = ({ skillId, userId, billed }: AttributeValue) =>
  skillId !== null || userId !== null || billed !== null;

function Becomes({ value }: { value: AttributeValue }) {
  if (!isMapped(value)) return <StatusBadge tone="amber" label="Not mapped" />;
  const { skillName, userName, billed } = value;
  return (
    <>
      {skillName !== null && <Text as="span" block breaks="anywhere">{`Skill ${skillName}`}</Text>}
      {userName !== null && <Text as="span" block breaks="anywhere">{`User ${userName}`}</Text>}
      {billed !== null && (
        <Text as="span" block breaks="anywhere">
          {billed ? 'Billed' : 'Not billed'}
        </Text>
      )}
    </>
  );
}

function Attribute({ attribute }: { attribute: MappedAttribute }) {
  const { timeZone } = useCurrentUser();
  const [mapped, setMapped] = useState<AttributeValue>();
  const deleteAttribute = useDeleteAttribute();
  const { id, name, values } = attribute;

  async function remove() {
    try {
      await deleteAttribute.mutateAsync({ params: { id } });
      focusHeading();
      showToast(`${name} is no longer mapped.`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }

  return (
    <Block below={8}>
      <Row gap={3} justify="between" below={2} breaks="anywhere">
        <h3>
          <code translate="no">{name}</code>
        </h3>
        <Button
          variant="default"
          size="compact-sm"
          loading={deleteAttribute.isPending}
          aria-label={`Remove ${name}`}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      </Row>
      <RecordTable
        caption={`Values of ${name}`}
        columns={columns}
        rows={values}
        getKey={(value) => value.id}
        context={{ timeZone, attribute, onMap: setMapped }}
        loadingLabel="Loading values"
        skeletonRowCount={2}
        empty={<EmptyState drawing="search" text="No report had this attribute yet." />}
      />
      {mapped && <MapValueDialog attribute={name} value={mapped} onClose={() => setMapped(undefined)} />}
    </Block>
  );
}
