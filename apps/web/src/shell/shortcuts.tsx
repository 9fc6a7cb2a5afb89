import { Fragment, type ReactNode } from 'react';
import { Dialog, DialogEnd } from '../design/layers.tsx';
import { SHORTCUTS } from './shortcut-list.ts';
import './shortcuts.css';

/** The keys of the application. */
export const Shortcuts = ({ onClose }: Readonly<{ onClose: () => void }>): ReactNode => (
  <Dialog title="Keyboard shortcuts" isOpen onClose={onClose} isWide>
    <div className="shortcuts">
      {SHORTCUTS.map(({ title, shortcuts }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {shortcuts.map(({ keys, what }) => (
              <Fragment key={what}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </div>
    <DialogEnd onPress={onClose}>Close</DialogEnd>
  </Dialog>
);
