import { Button, NativeSelect } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { CompanyRights } from '#features/people/contract/rights.ts';
import { defaultRights, listChoices, rightNames, type RightsTable } from '#features/people/contract/role-rights.ts';
import { roles } from '#contract/roles.ts';
import { useRecordForm } from '#web/records/use-record-form.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { RecordForm } from '#web/ui/forms/record-form.tsx';
import { SkeletonForm } from '#web/ui/forms/skeleton-form.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Table } from '#web/ui/layout/facts.tsx';
import { Text } from '#web/ui/layout/layout.tsx';
import styles from './rights-page.module.css';
import { describeLevel, isDefault, listCells, listDifferences, rightWords } from './rights-words.ts';
import { rightsQuery, useUpdateRights } from './rights.queries.ts';

/** `/settings/rights`, for SuperAdmins: what each role may do in the company. */
export function RightsPage() {
  return (
    <>
      <PageHeader
        title="Roles and rights"
        purpose="Choose what each role can see and change in your company. Changes apply immediately."
      />
      <Suspense fallback={<SkeletonForm fieldCount={8} label="Loading the rights" />}>
        <LoadedForm />
      </Suspense>
    </>
  );
}

function LoadedForm() {
  const { data } = useSuspenseQuery(rightsQuery);
  return <RightsForm rights={data} />;
}

/** The levels alone, copied, because the form changes them. */
const toValues = ({ levels }: Pick<CompanyRights, 'levels'>): { levels: RightsTable } => ({
  levels: Object.fromEntries(rightNames.map((right) => [right, { ...levels[right] }])) as unknown as RightsTable,
});

function RightsForm({ rights }: { rights: CompanyRights }) {
  const updateRights = useUpdateRights();
  const state = useRecordForm({
    record: rights,
    toValues,
    validate: () => ({}),
    save: (values, { version }) => updateRights.mutateAsync({ body: { ...toValues(values), version } }),
    onSaved: () => showToast('The rights have been saved.'),
    listDifferences: (newer, mine) => listDifferences(newer.levels, mine.levels),
  });
  const { form, adopt, base } = state;
  const { levels } = form.values;
  const hasChanges = listCells().some(({ right, role }) => !isDefault(levels, right, role));
  return (
    <RecordForm
      state={state}
      saveLabel="Save changes"
      onCancel={() => adopt(base)}
      aside={
        <Button
          variant="subtle"
          disabled={!hasChanges}
          onClick={() => form.setValues(toValues({ levels: defaultRights }))}
        >
          Reset to defaults
        </Button>
      }
    >
      <div className={styles.frame}>
        <RightsTableFields levels={levels} onChange={(path, level) => form.setFieldValue(path, level)} />
      </div>
      <Text above={4} size="sm" tone="soft" breaks="pretty" measure={46}>
        Users with several roles get the highest level. SuperAdmins always manage people and rights. The provider’s own
        rights cannot be granted, and it always sees its invoices.
      </Text>
    </RecordForm>
  );
}

interface TableProps {
  levels: RightsTable;
  onChange: (path: string, level: string) => void;
}

/** One row for each right, one choice for each role. A changed choice is marked beside its default. */
function RightsTableFields({ levels, onChange }: TableProps) {
  return (
    <Table className={styles.table}>
      <caption className="visually-hidden">Rights by role</caption>
      <thead>
        <tr>
          <th scope="col">Right</th>
          {roles.map((role) => (
            <th key={role} scope="col">
              {role}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rightNames.map((right) => (
          <tr key={right}>
            <th scope="row">
              <Text as="span" block weight="medium">
                {rightWords[right].label}
              </Text>
              <Text as="span" block above={1} size="sm" tone="soft" breaks="pretty">
                {rightWords[right].explanation}
              </Text>
            </th>
            {roles.map((role) => {
              const choices = listChoices(right, role);
              const isChanged = !isDefault(levels, right, role);
              const initial = describeLevel(right, defaultRights[right][role]);
              return (
                <td key={role} data-role={role}>
                  <NativeSelect
                    aria-label={`${rightWords[right].label}, ${role}`}
                    data={choices.map((level) => ({ value: level, label: describeLevel(right, level) }))}
                    value={levels[right][role]}
                    disabled={choices.length < 2}
                    onChange={(event) => onChange(`levels.${right}.${role}`, event.currentTarget.value)}
                    description={isChanged && `Default: ${initial}`}
                    inputWrapperOrder={['label', 'input', 'description']}
                    data-changed={isChanged || undefined}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
