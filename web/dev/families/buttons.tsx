import { Button } from '@mantine/core';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CloseIcon } from '../../ui/drawings/first-icons.tsx';
import { PlusIcon } from '../../ui/drawings/icons.tsx';
import { DangerButton } from '../../ui/forms/danger-button.tsx';
import { FileButton } from '../../ui/forms/file-button.tsx';
import { TextFileButton } from '../../ui/forms/text-file-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Block, Row } from '../../ui/layout/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import type { Family } from '../samples.ts';
import { Focused } from '../states.tsx';
import { longName, unbrokenName } from '../texts.ts';

const noop = () => undefined;

export const buttons: Family = {
  title: 'Buttons',
  samples: [
    {
      title: 'Button',
      render: () => ({
        normal: <Variants />,
        focused: (
          <Row gap={3}>
            <Focused>
              <Button>Save</Button>
            </Focused>
            <Focused>
              <Button variant="default">Cancel</Button>
            </Focused>
          </Row>
        ),
        disabled: <Variants disabled />,
        busy: <Variants loading />,
        'with an icon, and compact': (
          <Row gap={3}>
            <Button leftSection={<PlusIcon size={18} />}>Create user</Button>
            <Button variant="default" size="compact-sm">
              Try again
            </Button>
          </Row>
        ),
        'a long label': (
          <Block measure={20}>
            <Button>{longName}</Button>
          </Block>
        ),
      }),
    },
    {
      title: 'Danger button',
      render: () => ({
        normal: (
          <Row gap={3}>
            <DangerButton>Delete user</DangerButton>
            <DangerButton variant="subtle">Delete user</DangerButton>
          </Row>
        ),
        focused: (
          <Focused>
            <DangerButton>Delete user</DangerButton>
          </Focused>
        ),
        'disabled and busy': (
          <Row gap={3}>
            <DangerButton disabled>Delete user</DangerButton>
            <DangerButton loading>Delete user</DangerButton>
          </Row>
        ),
      }),
    },
    {
      title: 'Link button',
      render: () => ({
        normal: <LinkButton>Show as table</LinkButton>,
        quiet: <LinkButton isQuiet>1,204 conversations</LinkButton>,
        whole: (
          <Block framing card="raised" pad={4}>
            <LinkButton isWhole>The whole card is its target</LinkButton>
          </Block>
        ),
        focused: (
          <Focused>
            <LinkButton>Show as table</LinkButton>
          </Focused>
        ),
        disabled: <LinkButton disabled>Show as table</LinkButton>,
        'a name without a break': <LinkButton>{unbrokenName}</LinkButton>,
      }),
    },
    {
      title: 'Icon button',
      render: () => ({
        'normal, large and disabled': (
          <Row gap={3}>
            <IconButton label="Close">
              <CloseIcon size={16} />
            </IconButton>
            <IconButton label="Close the large one" isLarge>
              <CloseIcon />
            </IconButton>
            <IconButton label="Cannot be closed" disabled>
              <CloseIcon size={16} />
            </IconButton>
          </Row>
        ),
        focused: (
          <Focused>
            <IconButton label="Close">
              <CloseIcon size={16} />
            </IconButton>
          </Focused>
        ),
      }),
    },
    {
      title: 'Copy button',
      render: () => ({
        normal: <CopyButton label="key" text="sk-0123456789" />,
        framed: <CopyButton label="key" text="sk-0123456789" variant="default" size="xs" otherwise="Select it." />,
      }),
    },
    {
      title: 'File buttons',
      render: () => ({
        normal: (
          <Row gap={3}>
            <FileButton label="Image" accept="image/*" onFile={noop}>
              Choose an image
            </FileButton>
            <TextFileButton label="CSV file" accept=".csv" onText={noop}>
              Choose a CSV file
            </TextFileButton>
          </Row>
        ),
        'disabled and busy': (
          <Row gap={3}>
            <TextFileButton label="CSV file" accept=".csv" onText={noop} isDisabled>
              Choose a CSV file
            </TextFileButton>
            <FileButton label="Image" variant="filled" onFile={noop} isLoading>
              Choose an image
            </FileButton>
          </Row>
        ),
      }),
    },
  ],
};

function Variants(props: { disabled?: boolean; loading?: boolean }) {
  return (
    <Row gap={3} wrap>
      <Button {...props}>Save</Button>
      <Button {...props} variant="default">
        Cancel
      </Button>
      <Button {...props} variant="subtle">
        Copy
      </Button>
      <Button {...props} color="red">
        Delete
      </Button>
    </Row>
  );
}
