import { useState } from 'react';
import styles from './switch-field.module.css';

interface SwitchFieldProps {
  label: string;
  onChange?: (isOn: boolean) => void;
}

/** Something that is on or off. */
export function SwitchField({ label, onChange }: SwitchFieldProps) {
  const [isOn, setOn] = useState(false);
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => {
          setOn(event.currentTarget.checked);
          onChange?.(event.currentTarget.checked);
        }}
      />
      {label}
    </label>
  );
}
