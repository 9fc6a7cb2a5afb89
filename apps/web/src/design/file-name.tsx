import type { ReactNode } from 'react';
import { splitName } from '../base/name-parts.ts';
import { Marked } from './marked.tsx';

type Props = Readonly<{
  name: string;
  /** Words whose places in the name are marked. */
  sought?: string;
}>;

/** The name of a file on one line. Too long a name loses its middle and keeps its extension; the whole name is on hover. */
export function FileName({ name, sought = '' }: Props): ReactNode {
  const [start, end] = splitName(name);
  if (end === '')
    return (
      <bdi className="cut" title={name}>
        <Marked text={name} sought={sought} />
      </bdi>
    );
  return (
    <bdi className="file-name" title={name}>
      <span className="hidden-visually">{name}</span>
      <span aria-hidden="true">
        <Marked text={start} sought={sought} />
      </span>
      <span aria-hidden="true">
        <Marked text={end} sought={sought} />
      </span>
    </bdi>
  );
}
