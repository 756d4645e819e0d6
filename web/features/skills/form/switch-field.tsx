import { useState } from 'react';
import { Switch } from '../../../ui/forms/switch.tsx';
import styles from './switch-field.module.css';

interface SwitchFieldProps {
  label: string;
  onChange?: (isOn: boolean) => void;
}

/** Something that is on or off. */
export function SwitchField({ label, onChange }: SwitchFieldProps) {
  const [isOn, setOn] = useState(false);
  return (
    <label className={styles.field}>
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
