import { useRef } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { MinusIcon } from '#web/ui/drawings/icons.tsx';
import { ListEntryField } from '../form/list-entry-field.tsx';
import { withoutPlace, type ListFieldProps } from '../form/list-field.ts';
import { Block, Row } from '#web/ui/layout/layout.tsx';
import { validateEntry, skillLabels } from '../form/skill-form-values.ts';

/** The commands that start a conversation. */
export function CommandList({ entries, error, pathProps, onChange, pending, onPending }: ListFieldProps) {
  const frame = useRef<HTMLDivElement>(null);
  const commands = entries.map((text, place) => ({ text, place }));

  function add(command: string): string | undefined {
    const failure = validateEntry('conversationInfo', [...entries, command]);
    if (failure === undefined) onChange((list) => [...list, command]);
    return failure;
  }

  /** The button disappears with its row, so that the focus moves to the field. */
  function remove(place: number) {
    onChange(withoutPlace(place));
    frame.current?.querySelector('input')?.focus();
  }

  return (
    <div ref={frame}>
      <ListEntryField
        label={skillLabels.conversationInfo}
        description="Add at least one. Press Enter or + after each."
        text={pending}
        onText={onPending}
        addLabel="Add command"
        onAdd={add}
        error={error}
        pathProps={pathProps}
        isRequired
      />
      {commands.length > 0 && (
        <Block as="ul" rule="above" above={3} aria-label="Added commands">
          {commands.map(({ text, place }) => (
            <Row as="li" key={place} gap={3} pad={[2, 0]} rule="below">
              <Block as="bdi" breaks="anywhere" grow>
                {text}
              </Block>
              <IconButton label={`Remove command ${text}`} onClick={() => remove(place)}>
                <MinusIcon size={18} />
              </IconButton>
            </Row>
          ))}
        </Block>
      )}
    </div>
  );
}
