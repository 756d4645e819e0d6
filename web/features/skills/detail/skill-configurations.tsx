import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { FieldGrid, FormSection } from '../../../ui/forms/form-layout.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import styles from './skill-configurations.module.css';
import { availableSoon } from '../skill-words.ts';
import { Switch } from '../../../ui/forms/switch.tsx';

const systems = ['Select a backend system', 'SAP ECC', 'SAP S/4HANA'];

/** A preview of the configuration in the backend system, without calls to the API (section 2.5). */
export function SkillConfigurations() {
  const [isApproved, setApproved] = useState(false);

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    showToast(availableSoon, 'info');
  }

  return (
    <form onSubmit={save} noValidate autoComplete="off">
      <p className={styles.preview}>This is a preview. These settings are not saved yet.</p>
      <FormSection title="Installation" description="Backend system and transport request for this skill.">
        <FieldGrid>
          <NativeSelect label="Backend system" data={systems} />
          <div className={styles.download}>
            <Button variant="default" onClick={() => showToast(availableSoon, 'info')}>
              Download transport request
            </Button>
            <span className={styles.size}>1.4mb</span>
          </div>
          <div data-wide>
            <Checkbox label="I confirm that the transport request is installed" />
          </div>
        </FieldGrid>
      </FormSection>
      <FormSection title="Activation" description="Make this skill available in the assistant.">
        <SwitchField label="Activate the skill" />
      </FormSection>
      <FormSection title="Approval" description="Require approval before a request is carried out.">
        <div className={styles.stack}>
          <SwitchField label="Approval workflow" onChange={setApproved} />
          <TextInput label="Reviewer e-mail" inputMode="email" disabled={!isApproved} />
          <Checkbox label="Notify user" disabled={!isApproved} />
          <Checkbox label="Notify approver" disabled={!isApproved} />
        </div>
      </FormSection>
      <div className={styles.actions}>
        <Button type="submit">Save</Button>
      </div>
    </form>
  );
}

interface SwitchFieldProps {
  label: string;
  onChange?: (isOn: boolean) => void;
}

/** Something that is on or off. */
function SwitchField({ label, onChange }: SwitchFieldProps) {
  const [isOn, setOn] = useState(false);
  return (
    <label className={styles.switch}>
      <Switch
        checked={isOn}
        onChange={(event) => {
          setOn(event.currentTarget.checked);
          onChange?.(event.currentTarget.checked);
        }}
      />
      {label}
    </label>
  );
}
