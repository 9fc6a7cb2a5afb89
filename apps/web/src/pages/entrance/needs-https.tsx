import type { ReactNode } from 'react';
import { Notice } from '../../design/text.tsx';
import { Entrance } from './entrance.tsx';

/** Over plain HTTP browsers give pages no cryptography, and keep no cookie of a session. */
export const NeedsHttps = (): ReactNode => (
  <Entrance title="This page needs HTTPS">
    <Notice tone="warn">
      Files are encrypted and decrypted in your browser, and browsers do that over HTTPS only. Open the address that
      begins with <strong>https</strong>, or ask the operator of this service for it.
    </Notice>
  </Entrance>
);
