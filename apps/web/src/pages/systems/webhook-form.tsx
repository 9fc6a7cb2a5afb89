import type { Webhook, WebhookWithSecret } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CheckboxGroup } from 'react-aria-components';
import { capitalized } from '../../base/format.ts';
import { service } from '../../base/service.ts';
import { Choices } from '../../design/choices.tsx';
import { Button, Check, Field } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { SecretDialog } from '../../design/secret-dialog.tsx';
import { toast } from '../../design/toasts.tsx';
import { isType, wordsOfType } from '../activity/event-words.ts';
import { type EventFamily, eventFamilies } from './event-families.ts';
import { addressProblem, hostOf } from './webhook-words.ts';
import '../scopes.css';

type Types = NonNullable<Webhook['types']>;
type Values = Readonly<{ url: string; types: Types | null }>;
type DialogProps = Readonly<{ onChanged: () => Promise<void>; onClose: () => void }>;

export function NewWebhook({
  roomId,
  onChanged,
  onClose,
}: DialogProps & Readonly<{ roomId: string | undefined }>): ReactNode {
  const make = useMutation<WebhookWithSecret, Error, Values>({
    mutationFn: ({ url, types }) =>
      service.webhooks.create({
        url,
        ...(types !== null && { types }),
        ...(roomId !== undefined && { room_id: roomId }),
      }),
    onSettled: onChanged,
  });
  if (make.data) return <WebhookSecret webhook={make.data} onClose={onClose} />;
  return (
    <WebhookForm
      title="New webhook"
      action="Make the webhook"
      work={make}
      before={{ url: '', types: null }}
      isOfRoom={roomId !== undefined}
      onClose={onClose}
    />
  );
}

export function EditWebhook({ webhook, onChanged, onClose }: DialogProps & Readonly<{ webhook: Webhook }>): ReactNode {
  const edit = useMutation<Webhook, Error, Values>({
    mutationFn: ({ url, types }) => service.webhooks.edit(webhook.id, { url, types }),
    onSuccess: () => {
      toast('Saved. It holds from the next event on.');
      onClose();
    },
    onSettled: onChanged,
  });
  return (
    <WebhookForm
      title={`Webhook to ${hostOf(webhook)}`}
      action="Save"
      work={edit}
      before={webhook}
      isOfRoom={webhook.room_id !== null}
      onClose={onClose}
    />
  );
}

type FormProps = Readonly<{
  title: string;
  action: string;
  work: Readonly<{ error: unknown; isPending: boolean; mutate: (values: Values) => void }>;
  before: Values;
  isOfRoom: boolean;
  onClose: () => void;
}>;

/** Address and events of a webhook. */
function WebhookForm({ work, before, isOfRoom, ...rest }: FormProps): ReactNode {
  const [url, setUrl] = useState(before.url);
  const [isLimited, setLimited] = useState(before.types !== null);
  const [types, setTypes] = useState<Types>(before.types ?? []);
  const { error, isPending } = work;
  const [isSent, setSent] = useState(false);
  const mutate = (): void => {
    setSent(true);
    if (addressProblem(url, true) === undefined) work.mutate({ url: url.trim(), types: isLimited ? types : null });
  };
  return (
    <FormDialog {...rest} work={{ error, isPending, mutate }} isDisabled={isLimited && types.length === 0} isAlert>
      <Field
        label="Address of the receiver"
        field="url"
        value={url}
        onChange={(next) => {
          setSent(false);
          setUrl(next);
        }}
        maxLength={2000}
        autoFocus
        error={addressProblem(url, isSent)}
        placeholder="https://hooks.example.com/strongroom"
      />
      <Choices
        legend="It gets"
        options={EXTENTS}
        value={isLimited ? 'some' : 'all'}
        onChange={(extent) => setLimited(extent === 'some')}
      />
      {isLimited && <EventChoice isOfRoom={isOfRoom} types={types} onChange={setTypes} />}
    </FormDialog>
  );
}

const EXTENTS = [
  { id: 'all', name: 'Every event that I may see' },
  { id: 'some', name: 'Only events that I choose' },
] as const;

const EventChoice = ({
  isOfRoom,
  types,
  onChange,
}: Readonly<{ isOfRoom: boolean; types: Types; onChange: (types: Types) => void }>): ReactNode => (
  <CheckboxGroup
    className="scopes"
    aria-label="Events"
    value={[...types]}
    onChange={(next) => onChange(next.filter(isType))}
  >
    {eventFamilies(isOfRoom).map((family) => (
      <fieldset key={family.name}>
        <legend>{family.name}</legend>
        <AllOfKind family={family} types={types} onChange={onChange} />
        {family.types.map((type) => (
          <Check key={type} value={type}>
            {capitalized(wordsOfType(type))} <code className="soft">{type}</code>
          </Check>
        ))}
      </fieldset>
    ))}
  </CheckboxGroup>
);

type AllProps = Readonly<{ family: EventFamily; types: Types; onChange: (types: Types) => void }>;

/** Chooses all events of a kind, or none of them where all are chosen. */
function AllOfKind({ family, types, onChange }: AllProps): ReactNode {
  const others = types.filter((type) => !family.types.includes(type));
  const areAll = family.types.every((type) => types.includes(type));
  const words = areAll ? 'None of this kind' : 'All of this kind';
  return (
    <div>
      <Button
        kind="link"
        label={`${words}: ${family.name}`}
        onPress={() => onChange(areAll ? others : [...others, ...family.types])}
      >
        {words}
      </Button>
    </div>
  );
}

export const WebhookSecret = ({
  webhook,
  onClose,
}: Readonly<{ webhook: WebhookWithSecret; onClose: () => void }>): ReactNode => (
  <SecretDialog title={`Secret for ${hostOf(webhook)}`} name="the secret" secret={webhook.secret} onClose={onClose}>
    The secret is shown this once. The receiver verifies each message with it.
  </SecretDialog>
);
