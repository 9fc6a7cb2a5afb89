import type { ReactNode } from 'react';
import { useAddress } from '../base/router.tsx';

const FILES = /^\/rooms\/[^/]+$/;

const toFirstFile = (): void =>
  (document.querySelector<HTMLElement>('.files-name a[tabindex="0"]') ?? document.getElementById('main'))?.focus();

/** Lead the keyboard past the menu, and in a room past its tabs, tools and tree. */
export function SkipLinks(): ReactNode {
  const { pathname } = useAddress();
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      {FILES.test(pathname) && (
        <button type="button" className="skip" onClick={toFirstFile}>
          Skip to the files
        </button>
      )}
    </>
  );
}
