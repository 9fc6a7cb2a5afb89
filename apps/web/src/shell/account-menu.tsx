import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explainError } from '../base/explain.ts';
import { plural } from '../base/format.ts';
import { useMyself } from '../base/me.ts';
import { goTo } from '../base/router.tsx';
import { setTheme, type Theme, useTheme } from '../base/theme.ts';
import { FormDialog } from '../design/form-dialog.tsx';
import { Icon } from '../design/icons.tsx';
import { Menu } from '../design/layers.tsx';
import { toast } from '../design/toasts.tsx';
import { uploadQueue } from '../transfer/page.ts';
import { signOut } from '../transfer/sign-out.ts';

const THEMES: Readonly<Record<Theme, Readonly<{ next: Theme; name: string }>>> = {
  system: { next: 'dark', name: 'Appearance: as the system' },
  dark: { next: 'light', name: 'Appearance: dark' },
  light: { next: 'system', name: 'Appearance: light' },
};

/** The person who is signed in: their page, the appearance, and the way out. */
export function AccountMenu(): ReactNode {
  const me = useMyself();
  const theme = THEMES[useTheme()];
  const [left, setLeft] = useState(0);
  const leave = useMutation({
    mutationFn: signOut,
    onError: (error) => toast(explainError(error).text, 'danger'),
  });
  return (
    <>
      <Menu
        label={`Account of ${me.name || me.email}`}
        actions={[
          { id: 'account', name: 'Account', icon: 'account', run: () => goTo('/account') },
          { id: 'theme', name: theme.name, icon: 'eye', run: () => setTheme(theme.next) },
          {
            id: 'out',
            name: 'Sign out',
            icon: 'right',
            run: () => (uploadQueue.onTheirWay > 0 ? setLeft(uploadQueue.onTheirWay) : leave.mutate()),
          },
        ]}
      >
        <Icon name="account" />
        <span className="cut">{me.name || me.email}</span>
      </Menu>
      {left > 0 && (
        <FormDialog
          title={`${plural(left, 'file')} on the way`}
          action="Sign out"
          cancel="Stay"
          kind="danger"
          work={leave}
          onClose={() => setLeft(0)}
          isAlert
        >
          <p>Signing out stops these uploads. Files that have arrived stay in the room.</p>
        </FormDialog>
      )}
    </>
  );
}
