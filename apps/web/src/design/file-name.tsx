import type { ReactNode } from 'react';
import { splitName } from '../base/name-parts.ts';

/** The name of a file on one line. Too long a name loses its middle and keeps its extension; the whole name is on hover. */
export function FileName({ name }: Readonly<{ name: string }>): ReactNode {
  const [start, end] = splitName(name);
  if (end === '')
    return (
      <bdi className="cut" title={name}>
        {name}
      </bdi>
    );
  return (
    <bdi className="file-name" title={name}>
      <span className="hidden-visually">{name}</span>
      <span aria-hidden="true">{start}</span>
      <span aria-hidden="true">{end}</span>
    </bdi>
  );
}
