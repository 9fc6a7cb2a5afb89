import { useMutation } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { explainError } from '../base/explain.ts';
import { plural } from '../base/format.ts';
import { loadLater } from '../base/later.ts';
import { useMyself } from '../base/me.ts';
import { goTo } from '../base/router.tsx';
import { setTheme, type Theme, useTheme } from '../base/theme.ts';
import { isInField } from '../base/typing.ts';
import { leavePage } from '../base/unsaved.ts';
import { ErrorBoundary } from '../design/error-boundary.tsx';
import { isDialogOpen } from '../design/focus-back.ts';
import { FormDialog } from '../design/form-dialog.tsx';
import { Icon } from '../design/icons.tsx';
import { Menu } from '../design/layers.tsx';
import { toast } from '../design/toasts.tsx';
import { uploadQueue } from '../transfer/page.ts';
import { signOut } from '../transfer/sign-out.ts';

const Shortcuts = loadLater(() => import('./shortcuts.tsx').then(({ Shortcuts: it }) => it));

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
  const [isHelping, setHelping] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === '?' && !isInField(event) && !isDialogOpen()) setHelping(true);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  const leave = useMutation({
    mutationFn: signOut,
    onError: (error) => toast(explainError(error).text, 'danger'),
  });
  return (
    <>
      <Menu
        label={`Account of ${me.name || me.email}`}
        actions={[
          { id: 'account', name: 'Account', icon: 'account', run: () => leavePage(() => goTo('/account')) },
          { id: 'theme', name: theme.name, icon: 'eye', run: () => setTheme(theme.next) },
          { id: 'keys', name: 'Keyboard shortcuts', icon: 'keys', run: () => setHelping(true) },
          {
            id: 'out',
            name: 'Sign out',
            icon: 'out',
            run: () => leavePage(() => (uploadQueue.onTheirWay > 0 ? setLeft(uploadQueue.onTheirWay) : leave.mutate())),
          },
        ]}
      >
        <Icon name="account" />
        <span className="cut">{me.name || me.email}</span>
      </Menu>
      {isHelping && (
        <ErrorBoundary onClose={() => setHelping(false)}>
          <Suspense>
            <Shortcuts onClose={() => setHelping(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
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
