import type { KeyDevice, KeyPerson } from '@strongroom/client';
import { BrowserStore } from './database.ts';

/** The enrolment of this browser for one user. */
export type Enrolment = Readonly<{
  user: string;
  /** Address of the key service and thumbprint of its key, as the enrolment code named them. */
  url: string;
  key: string;
  device: KeyDevice;
  person: KeyPerson;
}>;

export const enrolments = new BrowserStore<Enrolment>('strongroom', 'enrolments');
