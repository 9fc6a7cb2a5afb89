import type { ReactNode } from 'react';
import { Button } from './controls.tsx';
import type { MenuAction } from './layers.tsx';

/** The actions of a menu as buttons beside each other. */
export const ActionButtons = ({ actions }: Readonly<{ actions: readonly MenuAction[] }>): ReactNode => (
  <div className="row">
    {actions.map(({ id, name, icon, isDanger, run }) => (
      <Button key={id} {...(icon && { icon })} {...(isDanger && { kind: 'danger' as const })} onPress={run}>
        {name}
      </Button>
    ))}
  </div>
);
