import type { ReactNode } from 'react';
import { useIsPhone } from '../base/media.ts';
import { Button } from './controls.tsx';
import { Icon } from './icons.tsx';
import { Menu, type MenuAction } from './layers.tsx';
import { useFittingCount } from './use-fitting-count.ts';

const GAP = 8;
/** Width of the button that opens the others, with its space. */
const MORE = 92;
/** Buttons beside each other on a phone, of which the last one may open the others. */
const ON_PHONE = 5;

/** Buttons for ticked rows, on one line. Those that do not fit are in a menu at its end. */
export function TicksDeeds({ actions }: Readonly<{ actions: readonly MenuAction[] }>): ReactNode {
  const isPhone = useIsPhone();
  const { setLine, count } = useFittingCount({
    // Words lie below the signs on a phone, which gives them other widths.
    names: [isPhone ? 'phone' : 'wide', ...actions.map(({ name }) => name)],
    gap: GAP,
    buttonOf: () => MORE,
  });
  const most = actions.length > ON_PHONE ? ON_PHONE - 1 : ON_PHONE;
  const shown = actions.slice(0, isPhone ? most : count);
  const others = actions.slice(shown.length);
  return (
    <div className="deeds-line" ref={setLine}>
      {shown.map(({ id, name, icon, isDanger, run }) => (
        <Button key={id} icon={icon} {...(isDanger === true && { kind: 'danger' as const })} onPress={run}>
          {name}
        </Button>
      ))}
      {others.length > 0 && (
        <Menu label="More for the selection" actions={others} kind="usual">
          <Icon name="more" />
          More
        </Menu>
      )}
    </div>
  );
}
