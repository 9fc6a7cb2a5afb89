import type { ReactNode } from 'react';
import { Form } from 'react-aria-components';

type Props = Readonly<{ onSend: () => void; children: ReactNode; className?: string; id?: string | undefined }>;

/** Fields that are sent together, by a button, the Enter key, or Ctrl+Enter in a field of several lines. */
export const FieldForm = ({ onSend, children, className = 'form', id }: Props): ReactNode => (
  <Form
    className={className}
    ref={sendingByKeys}
    {...(id !== undefined && { id })}
    onSubmit={(event) => {
      event.preventDefault();
      onSend();
    }}
  >
    {children}
  </Form>
);

function sendingByKeys(form: HTMLFormElement | null): () => void {
  const send = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, isComposing, target } = event;
    if (key !== 'Enter' || !(ctrlKey || metaKey) || isComposing || !(target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    const button = sendButton(form);
    if (button !== undefined) form?.requestSubmit(button);
  };
  form?.addEventListener('keydown', send);
  return () => form?.removeEventListener('keydown', send);
}

/** The button that sends a form. There is none while it is off, or busy. */
const sendButton = (form: HTMLFormElement | null): HTMLButtonElement | undefined =>
  [...(form?.elements ?? [])].find(
    (one): one is HTMLButtonElement => one instanceof HTMLButtonElement && one.type === 'submit' && !one.disabled,
  );
