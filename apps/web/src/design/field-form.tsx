import type { ReactNode } from 'react';
import { Form } from 'react-aria-components';

type Props = Readonly<{ onSend: () => void; children: ReactNode; className?: string; id?: string | undefined }>;

/** Fields that are sent together, by a button or the Enter key. */
export const FieldForm = ({ onSend, children, className = 'form', id }: Props): ReactNode => (
  <Form
    className={className}
    {...(id !== undefined && { id })}
    onSubmit={(event) => {
      event.preventDefault();
      onSend();
    }}
  >
    {children}
  </Form>
);
