import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { DayField } from '../../ui/forms/day-field.tsx';
import { FieldGrid } from '../../ui/forms/form-layout.tsx';
import { NewPasswordField } from '../../ui/forms/new-password-field.tsx';
import { OptionalLabel } from '../../ui/forms/optional-label.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { SwitchField } from '../../ui/forms/switch-field.tsx';
import { TimeZoneSelect } from '../../ui/forms/time-zone-select.tsx';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import type { Family } from '../samples.ts';
import { Focused, Held } from '../states.tsx';
import { longName, longText, rightToLeftName, unbrokenName } from '../texts.ts';

interface FieldProps {
  label: string;
  error?: string;
  disabled?: boolean;
  description?: string;
}

/** The states that every field has. */
const renderField = (render: (props: FieldProps) => ReactNode) => ({
  'normal, disabled, with an error, with a description': (
    <FieldGrid>
      {render({ label: 'Normal' })}
      {render({ label: 'Disabled', disabled: true })}
      {render({ label: 'With an error', error: 'This field can not be empty!' })}
      {render({ label: 'With a description', description: longText })}
    </FieldGrid>
  ),
  focused: (
    <FieldGrid>
      <Focused>{render({ label: 'Focused' })}</Focused>
      <Focused>{render({ label: 'Focused, with an error', error: 'This value is too long.' })}</Focused>
    </FieldGrid>
  ),
});

export const fields: Family = {
  title: 'Fields',
  samples: [
    {
      title: 'Text field',
      render: () => ({
        ...renderField((props) => <TextInput {...props} defaultValue="Anna Keller" />),
        'empty, long and right-to-left': (
          <FieldGrid>
            <TextInput label={<OptionalLabel>Phone</OptionalLabel>} placeholder="+49 30 123456" />
            <TextInput label={longName} defaultValue={longName} />
            <TextInput label={unbrokenName} defaultValue={unbrokenName} error={unbrokenName} />
            <TextInput label={rightToLeftName} defaultValue={rightToLeftName} dir="auto" />
          </FieldGrid>
        ),
      }),
    },
    {
      title: 'Text area',
      render: () => ({
        ...renderField((props) => <Textarea {...props} rows={3} defaultValue={longText} />),
      }),
    },
    {
      title: 'Select',
      render: () => ({
        ...renderField((props) => <NativeSelect {...props} data={['Administrator', longName, unbrokenName]} />),
      }),
    },
    {
      title: 'Time zone select',
      render: () => ({
        normal: (
          <Held start="Europe/Berlin">
            {(zone, choose) => <TimeZoneSelect label="Time zone" value={zone} onChange={choose} />}
          </Held>
        ),
      }),
    },
    {
      title: 'Day field',
      render: () => ({
        ...renderField((props) => (
          <Held start="2026-11-27">{(day, choose) => <DayField {...props} value={day} onChange={choose} />}</Held>
        )),
        empty: <Held start="">{(day, choose) => <DayField label="Empty" value={day} onChange={choose} />}</Held>,
      }),
    },
    {
      title: 'Code field',
      render: () => renderField((props) => <CodeField {...props} defaultValue="123456" />),
    },
    {
      title: 'Password fields',
      render: () => ({
        ...renderField((props) => <PasswordField {...props} purpose="current" defaultValue="secret" />),
        'a new one': (
          <FieldGrid>
            <NewPasswordField />
            <NewPasswordField error="Please choose a longer password." />
          </FieldGrid>
        ),
      }),
    },
    {
      title: 'Checkbox',
      render: () => ({
        'normal, chosen, some, disabled, with an error': (
          <Stack gap={2}>
            <Checkbox label="Normal" />
            <Checkbox label="Chosen" defaultChecked />
            <Checkbox label="Some" indeterminate />
            <Checkbox label="Disabled" disabled />
            <Checkbox label="Disabled and chosen" disabled defaultChecked />
            <Checkbox label="With an error" error="Please accept the terms." />
            <Checkbox label={longText} />
            <Checkbox label={unbrokenName} />
          </Stack>
        ),
        focused: (
          <Focused>
            <Checkbox label="Focused" />
          </Focused>
        ),
      }),
    },
    {
      title: 'Switch',
      render: () => ({
        'on and off': (
          <Held<boolean> start>
            {(isOn, change) => (
              <Row gap={6} wrap>
                <Switch aria-label="Alone" checked={isOn} onChange={() => change(!isOn)} />
                <SwitchField label="With a label" checked={isOn} onChange={() => change(!isOn)} />
                <SwitchField label="The other way" checked={!isOn} onChange={() => change(!isOn)} />
              </Row>
            )}
          </Held>
        ),
        disabled: (
          <Row gap={6}>
            <SwitchField label="On" checked disabled readOnly />
            <SwitchField label="Off" checked={false} disabled readOnly />
          </Row>
        ),
        focused: (
          <Focused>
            <SwitchField label="Focused" checked readOnly />
          </Focused>
        ),
        'a long label': <SwitchField label={longText} checked readOnly />,
      }),
    },
  ],
};
