import { type ReactNode, useState } from 'react';
import { Field } from '../../design/controls.tsx';

type Props = Readonly<{ page: number; pages: number; onGo: (page: number) => void }>;

/** The number of the page in sight, which takes another one. */
export function PageField({ page, pages, onGo }: Props): ReactNode {
  const [text, setText] = useState(String(page));
  return (
    <form
      className="row viewer-page"
      onSubmit={(event) => {
        event.preventDefault();
        onGo(Number(text));
        setText(String(page));
      }}
    >
      <Field label="Page" hideLabel value={text} onChange={setText} />
      <span className="soft" role="status" aria-label={`Page ${page} of ${pages}`}>
        of {pages}
      </span>
    </form>
  );
}
