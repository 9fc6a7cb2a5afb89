import type { ReactNode } from 'react';
import { useLabels } from '../base/queries.ts';

/** A label with its meaning. The colour tells its rank from the lowest (1) to the highest (4). */
export function Classification({ label, isShort = false }: Readonly<{ label: string; isShort?: boolean }>): ReactNode {
  const labels = useLabels().data ?? [];
  const index = labels.findIndex((known) => known.label === label);
  const name = labels[index]?.name;
  const rank = index < 0 ? 1 : Math.max(1, Math.ceil(((index + 1) / labels.length) * 4));
  return (
    <span className="badge classification" data-rank={rank} title={name ? `${label}: ${name}` : label}>
      {label}
      {name && !isShort ? ` ${name}` : ''}
    </span>
  );
}
