import { type ReactNode, useState } from 'react';
import { useIsPhone } from '../../base/media.ts';
import { FileName } from '../../design/file-name.tsx';

/** The name of an open file. A phone has it on two lines, and on all that it needs once it is pressed. */
export function NameInBar({ name }: Readonly<{ name: string }>): ReactNode {
  const [isWhole, setWhole] = useState(false);
  if (!useIsPhone()) return <FileName name={name} />;
  return (
    <button type="button" className="viewer-whole-name" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      <bdi>{name}</bdi>
    </button>
  );
}
