import { Button, TextInput } from '@mantine/core';
import { Columns, Stack, Text } from '#web/ui/layout/layout.tsx';
import { parseTiers, type TypedTier } from './typed-tiers.ts';

interface TierFieldsProps {
  typed: readonly TypedTier[];
  /** By path, e.g. `tiers.0.upTo`. */
  errors: Readonly<Record<string, unknown>>;
  onChange: (typed: readonly TypedTier[]) => void;
}

const maxTiers = 10;

/** Tiers by the number of a request in the month; the last one has no end. */
export function TierFields({ typed, errors, onChange }: TierFieldsProps) {
  const tiers = parseTiers(typed);
  const newId = Math.max(...typed.map(({ id }) => id)) + 1;
  const errorOf = (path: string) => {
    const error = errors[path];
    return typeof error === 'string' ? error : undefined;
  };
  const change = (place: number, changed: Partial<TypedTier>) =>
    onChange(typed.map((tier, at) => (at === place ? { ...tier, ...changed } : tier)));
  return (
    <Stack gap={3} role="group" aria-label="Tiers">
      {typed.map((tier, place) => {
        const isLast = place === typed.length - 1;
        const from = (tiers[place]?.from ?? 1).toLocaleString('en');
        const path = `tiers.${place}`;
        return (
          <Columns key={tier.id} of={['5rem', 1, 1, '6rem']} gap={3} align="start">
            <Text size="sm" tone="soft" number>{`From ${from}`}</Text>
            {isLast ? (
              <Text size="sm" tone="soft">
                without end
              </Text>
            ) : (
              <TextInput
                aria-label={`Last request of tier ${place + 1}`}
                placeholder="to, e.g. 100"
                inputMode="numeric"
                autoComplete="off"
                value={tier.upTo}
                error={errorOf(`${path}.upTo`) ?? errorOf(`${path}.from`)}
                onChange={({ currentTarget }) => change(place, { upTo: currentTarget.value })}
              />
            )}
            <TextInput
              aria-label={`Price of tier ${place + 1} in euros`}
              placeholder="price, e.g. 0.45"
              inputMode="decimal"
              autoComplete="off"
              value={tier.price}
              error={errorOf(`${path}.price`)}
              onChange={({ currentTarget }) => change(place, { price: currentTarget.value })}
            />
            {typed.length > 2 && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Remove tier ${place + 1}`}
                onClick={() => onChange(withoutEndOfLast(typed.filter((_tier, at) => at !== place)))}
              >
                Remove
              </Button>
            )}
          </Columns>
        );
      })}
      {errorOf('tiers') && (
        <Text role="alert" size="sm" tone="red">
          {errorOf('tiers')}
        </Text>
      )}
      {typed.length < maxTiers && (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onChange([...typed, { id: newId, upTo: '', price: '' }])}
          >
            Add a tier
          </Button>
        </div>
      )}
    </Stack>
  );
}

/** The last tier has no end, whatever was typed before another one stood last. */
const withoutEndOfLast = (typed: readonly TypedTier[]): TypedTier[] =>
  typed.map((tier, at) => (at === typed.length - 1 ? { ...tier, upTo: '' } : tier));
